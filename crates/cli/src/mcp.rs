//! The MCP server: carries requests to the agent crate and its answers back.
//!
//! Invariant: nothing is decided here about tools, resources or prompts.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use handoff_agent::{Desk, Effect, Reply, Tool, ToolSet, prompts, resources};
use handoff_protocol::{Actor, ActorKind, Layout};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CompleteRequestParams, CompleteResult, CompletionInfo,
    ContentBlock, GetPromptRequestParams, GetPromptResponse, GetPromptResult, Implementation, JsonObject,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    Prompt, PromptArgument, PromptMessage, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult,
    Reference, Resource, ResourceContents, ResourceTemplate, Role, ServerCapabilities, ServerConfig,
    Tool as OfferedTool, ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::transport::stdio;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt as _};
use serde_json::{Map, Value};

use crate::calls;
use crate::project::Project;

/// How the server was started.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder of the project that a call means which names none.
    pub folder: PathBuf,
    /// The tools that are offered.
    pub sets: Vec<ToolSet>,
    /// What a new project gets.
    pub layout: Layout,
}

/// Serves standard input and output until the client hangs up.
pub fn serve(options: Options) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| format!("The server cannot start: {error}."))?;
    runtime.block_on(async {
        let server = Server { options, projects: Mutex::new(Vec::new()) };
        let running = server.serve(stdio()).await.map_err(|error| format!("The client sent no greeting: {error}."))?;
        running.waiting().await.map(drop).map_err(|error| format!("The server stopped: {error}."))
    })
}

struct Server {
    options: Options,
    /// The projects that calls have named, warm.
    projects: Mutex<Vec<Project>>,
}

impl Server {
    fn answer(&self, name: &str, arguments: &Map<String, Value>) -> Reply {
        let layout = self.options.layout;
        let answered = self.with_project(arguments, |project| calls::answer(project, layout, name, arguments));
        answered.unwrap_or_else(|| Reply::failure("The project cannot be opened."))
    }

    /// Works with the project that a request means, as it lies on disk now.
    fn with_project<T>(&self, arguments: &Map<String, Value>, work: impl FnOnce(&mut Project) -> T) -> Option<T> {
        let folder = self.folder_of(arguments);
        let mut projects = self.projects.lock().unwrap_or_else(PoisonError::into_inner);
        let known = projects.iter().position(|project| project.folder() == folder);
        let at = known.unwrap_or(projects.len());
        if known.is_none() {
            let actor = Actor { kind: ActorKind::Agent, name: String::new() };
            projects.push(Project::open(&folder, actor, true));
        }
        let project = projects.get_mut(at)?;
        if known.is_some() {
            project.look();
        }
        Some(work(project))
    }

    /// Looks at the server's own project.
    fn look<T>(&self, look: impl FnOnce(Desk<'_>) -> T) -> Result<T, ErrorData> {
        let found = self.with_project(&Map::new(), |project| {
            let context = project.context();
            look(Desk { engine: project.engine(), context: &context, layout: self.options.layout })
        });
        found.ok_or_else(|| ErrorData::internal_error("The project cannot be opened.", None))
    }

    /// The project that a call means: the one that it names, else the one of the server.
    fn folder_of(&self, arguments: &Map<String, Value>) -> PathBuf {
        let named = arguments.get("project_dir").and_then(Value::as_str);
        let named = named.filter(|path| !path.is_empty() && !path.starts_with("${"));
        let folder = named.map_or(self.options.folder.as_path(), Path::new);
        folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf())
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .enable_prompts()
            .enable_completions()
            .build();
        let mut info = ServerConfig::new(capabilities);
        info.server_info = Implementation::new("handoff", env!("CARGO_PKG_VERSION"));
        info
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(handoff_agent::tools(&self.options.sets).map(offered).collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let reply = self.answer(&request.name, &request.arguments.unwrap_or_default());
        let content = vec![ContentBlock::text(reply.text)];
        let mut result =
            if reply.failed.is_some() { CallToolResult::error(content) } else { CallToolResult::success(content) };
        result.structured_content = reply.structured;
        Ok(result.into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(resources::RESOURCES.iter().map(described).collect()))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(resources::TEMPLATES.iter().map(template).collect()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let found = self.look(|desk| resources::read(desk, &request.uri))?;
        let (text, mime) = found.map_err(|sentence| ErrorData::resource_not_found(sentence, None))?;
        let contents = ResourceContents::text(text, request.uri).with_mime_type(mime);
        Ok(ReadResourceResult::new(vec![contents]).into())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(prompts::PROMPTS.iter().map(asked).collect()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let given = request.arguments.as_ref().and_then(|given| given.values().next()).and_then(Value::as_str);
        let unknown = || ErrorData::invalid_params(format!("There is no prompt {}.", request.name), None);
        let text = prompts::prompt(&request.name, given).ok_or_else(unknown)?;
        Ok(GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)]).into())
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let of = match &request.r#ref {
            Reference::Resource(resource) => resource.uri.as_str(),
            _ => request.argument.name.as_str(),
        };
        let values = self.look(|desk| resources::ids(desk, of, &request.argument.value))?;
        let completion = CompletionInfo::new(values).map_err(|reason| ErrorData::internal_error(reason, None))?;
        Ok(CompleteResult::new(completion))
    }
}

fn described(resource: &resources::Resource) -> Resource {
    Resource::new(resource.uri, resource.name).with_description(resource.description).with_mime_type(resource.mime)
}

fn template(resource: &resources::Resource) -> ResourceTemplate {
    let template = ResourceTemplate::new(resource.uri, resource.name);
    template.with_description(resource.description).with_mime_type(resource.mime)
}

fn asked(prompt: &prompts::Prompt) -> Prompt {
    let argument = |(name, meaning): (&str, &str)| PromptArgument::new(name).with_description(meaning);
    Prompt::new(prompt.name, Some(prompt.description), prompt.argument.map(|told| vec![argument(told)]))
}

fn offered(tool: &Tool) -> OfferedTool {
    let annotations = ToolAnnotations::new().read_only(tool.effect == Effect::Reads).open_world(false);
    let annotations = match tool.effect {
        Effect::Reads => annotations,
        Effect::Adds => annotations.destructive(false).idempotent(false),
        Effect::Changes => annotations.destructive(false).idempotent(true),
        Effect::Removes => annotations.destructive(true).idempotent(true),
    };
    let mut offered = OfferedTool::new(Cow::Borrowed(tool.name), Cow::Borrowed(tool.description), schema(tool.input));
    offered.title = Some(tool.title.to_owned());
    offered.output_schema = tool.output.map(schema);
    offered.annotations = Some(annotations);
    offered
}

fn schema(make: fn() -> Value) -> Arc<JsonObject> {
    match make() {
        Value::Object(members) => Arc::new(members),
        _ => Arc::default(),
    }
}
