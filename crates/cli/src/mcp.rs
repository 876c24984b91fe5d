//! The MCP server: carries requests to the agent crate and its answers back.
//!
//! Invariant: nothing is decided here about tools, resources or prompts.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use handoff_agent::{Effect, Reply, Tool, ToolSet};
use handoff_protocol::{Actor, ActorKind, Layout};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, JsonObject, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool as OfferedTool, ToolAnnotations,
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
        let folder = self.folder_of(arguments);
        let mut projects = self.projects.lock().unwrap_or_else(PoisonError::into_inner);
        let known = projects.iter().position(|project| project.folder() == folder);
        let at = known.unwrap_or(projects.len());
        if known.is_none() {
            let actor = Actor { kind: ActorKind::Agent, name: String::new() };
            projects.push(Project::open(&folder, actor));
        }
        match projects.get_mut(at) {
            Some(project) => calls::answer(project, self.options.layout, name, arguments),
            None => Reply::failure("The project cannot be opened."),
        }
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
        let mut info = ServerConfig::new(ServerCapabilities::builder().enable_tools().build());
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
