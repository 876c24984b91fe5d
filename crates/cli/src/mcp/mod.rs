//! The MCP server: carries requests to the agent crate and its answers back.
//!
//! Invariant: nothing is decided here about tools, resources or prompts.

mod listings;
mod log_notifications;
mod message;
#[cfg(test)]
mod message_checks;
mod progress_notifier;
mod projects;
#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fail loudly")]
mod short_fuzz;
mod stdio_transport;
mod watch;
mod worker;

use std::path::PathBuf;
use std::sync::Arc;

use handoff_agent::{ToolSet, prompts, resources};
use handoff_protocol::Layout;
#[expect(
    deprecated,
    reason = "the newest revision has given logging and sessions up; the clients of the older ones have them"
)]
use rmcp::model::SetLevelRequestParams;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CompleteRequestParams, CompleteResult, CompletionInfo,
    ContentBlock, CustomRequest, CustomResult, ErrorCode, GetPromptRequestParams, GetPromptResponse, GetPromptResult,
    Implementation, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, PromptMessage, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult,
    Reference, ResourceContents, Role, ServerCapabilities, ServerConfig, SubscribeRequestParams, SubscriptionFilter,
    UnsubscribeRequestParams,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt as _};

use crate::mcp::log_notifications::Level;
use crate::mcp::projects::Projects;
use crate::mcp::stdio_transport::Lines;
use crate::mcp::watch::{Listener, Watch};
use crate::mcp::worker::Worker;

/// How the server was started.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder of the project that a call means which names none.
    pub folder: PathBuf,
    /// The tools that are offered; none where the project says which.
    pub sets: Option<Vec<ToolSet>>,
    /// What a new project gets.
    pub layout: Layout,
}

/// Serves standard input and output until the client hangs up.
pub fn serve(options: Options) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| format!("The server cannot start: {error}."))?;
    let (worker, thread) = Worker::start(Projects::new(options.folder, options.layout));
    let watch = Arc::new(Watch::default());
    let ended = runtime.block_on(async {
        let (kept, news, fixed) = (Arc::clone(&watch), worker.clone(), options.sets.clone());
        tokio::spawn(async move { kept.keep(&news, fixed.as_deref()).await });
        let server = Server { fixed: options.sets, worker, watch, level: Level::new() };
        match server.serve(Lines::start()).await {
            Ok(running) => running.waiting().await.map(drop).map_err(|error| format!("The server stopped: {error}.")),
            // A client that leaves before it has said anything is no failure.
            Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => Ok(()),
            Err(error) => Err(format!("The client did not initialize the session: {error}.")),
        }
    });
    // With the runtime goes whoever could hand out work; what is being written is written to its end.
    drop(runtime);
    let _ = thread.join();
    ended
}

struct Server {
    /// The tools that are offered whatever the project says.
    fixed: Option<Vec<ToolSet>>,
    worker: Worker,
    watch: Arc<Watch>,
    level: Level,
}

impl Server {
    async fn sets(&self) -> Result<Vec<ToolSet>, ErrorData> {
        match &self.fixed {
            Some(sets) => Ok(sets.clone()),
            None => self.worker.run(Projects::sets).await,
        }
    }

    /// What tells the content of an address from others, where there is one.
    async fn mark(&self, address: &str) -> Result<u64, ErrorData> {
        let addresses = vec![address.to_owned()];
        let (marks, _) = self.worker.run(move |projects| projects.news(&addresses)).await?;
        let nothing = || ErrorData::resource_not_found(format!("{address} does not exist."), None);
        marks.first().copied().flatten().ok_or_else(nothing)
    }
}

/// Every list is one page.
fn first(page: Option<PaginatedRequestParams>) -> Result<(), ErrorData> {
    match page.and_then(|page| page.cursor) {
        None => Ok(()),
        Some(cursor) => Err(ErrorData::invalid_params(
            format!("There is no page {cursor}; the first page contains everything."),
            None,
        )),
    }
}

fn failed(sentence: String) -> ErrorData {
    ErrorData::internal_error(sentence, None)
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        #[expect(deprecated, reason = "clients of the older revisions have logging")]
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_tool_list_changed()
            .enable_resources()
            .enable_resources_subscribe()
            .enable_prompts()
            .enable_completions()
            .enable_logging()
            .build();
        let mut info = ServerConfig::new(capabilities);
        info.server_info = Implementation::new("handoff", env!("CARGO_PKG_VERSION"));
        info.instructions = Some(handoff_agent::INSTRUCTIONS.to_owned());
        info
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        self.watch.add_for_tools(Listener::Session(context.peer));
    }

    async fn list_tools(
        &self,
        page: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        first(page)?;
        let sets = self.sets().await?;
        self.watch.offer(&sets);
        Ok(ListToolsResult::with_all_items(handoff_agent::tools(&sets).map(listings::tool).collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let (mut heart, telling) = progress_notifier::of(&context);
        let arguments = request.arguments.unwrap_or_default();
        let called = self.worker.run(move |projects| projects.call(&request.name, &arguments, &mut heart)).await;
        self.worker.follow(Projects::check);
        if let Some(telling) = telling {
            // No progress is told after the answer.
            let _ = telling.await;
        }
        let (reply, notes) = called?;
        self.level.tell(&context, notes).await;
        self.watch.stir();
        let mut result = match reply.failed {
            None => CallToolResult::success(vec![ContentBlock::text(reply.text)]),
            // As clients of handoff-mcp know it.
            Some(_) => CallToolResult::error(vec![ContentBlock::text(format!("Error: {}", reply.text))]),
        };
        result.structured_content = reply.structured;
        Ok(result.into())
    }

    async fn list_resources(
        &self,
        page: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        first(page)?;
        Ok(ListResourcesResult::with_all_items(resources::RESOURCES.iter().map(listings::resource).collect()))
    }

    async fn list_resource_templates(
        &self,
        page: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        first(page)?;
        Ok(ListResourceTemplatesResult::with_all_items(resources::TEMPLATES.iter().map(listings::template).collect()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri.clone();
        let found = self.worker.run(move |projects| projects.read(&uri)).await?;
        let (text, mime) = found.map_err(|sentence| ErrorData::resource_not_found(sentence, None))?;
        let contents = ResourceContents::text(text, request.uri).with_mime_type(mime);
        Ok(ReadResourceResult::new(vec![contents]).into())
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let mark = self.mark(&request.uri).await?;
        self.watch.add(&request.uri, Listener::Session(context.peer), Some(mark));
        Ok(())
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.watch.remove(&request.uri);
        Ok(())
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let accepted = context.accepted();
        let listener = || Listener::Stream(context.sink().clone());
        for address in accepted.resource_subscriptions.iter().flatten() {
            // What is not there yet may come.
            let mark = self.mark(address).await.ok();
            self.watch.add(address, listener(), mark);
        }
        if accepted.tools_list_changed == Some(true) {
            let sets = self.sets().await?;
            self.watch.offer(&sets);
            self.watch.add_for_tools(listener());
        }
        context.cancelled().await;
        self.watch.end(context.sink().id());
        Ok(())
    }

    async fn list_prompts(
        &self,
        page: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        first(page)?;
        Ok(ListPromptsResult::with_all_items(prompts::PROMPTS.iter().map(listings::prompt).collect()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let text = prompts::prompt(&request.name, &request.arguments.unwrap_or_default());
        let text = text.map_err(|sentence| ErrorData::invalid_params(sentence, None))?;
        Ok(GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)]).into())
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let (argument, typed) = (request.argument.name, request.argument.value);
        let kind = match &request.r#ref {
            Reference::Resource(resource) => resources::kind_of(&resource.uri, &argument),
            Reference::Prompt(prompt) => prompts::kind_of(&prompt.name, &argument),
            _ => None,
        };
        let Some(kind) = kind else { return Ok(CompleteResult::default()) };
        let values = self.worker.run(move |projects| projects.look(|desk| resources::ids(desk, kind, &typed))).await?;
        let completion = CompletionInfo::new(values.map_err(failed)?).map_err(failed)?;
        Ok(CompleteResult::new(completion))
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let sentence = format!("There is no method \u{201c}{}\u{201d}.", request.method);
        Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, sentence, None))
    }

    #[expect(deprecated, reason = "clients of the older revisions have logging")]
    async fn set_level(&self, request: SetLevelRequestParams, _: RequestContext<RoleServer>) -> Result<(), ErrorData> {
        self.level.set(request.level);
        Ok(())
    }
}
