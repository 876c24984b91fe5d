//! The MCP server: passes requests to the agent crate and its answers to the client.
//!
//! Invariant: nothing is decided here about tools, resources or prompts.

mod input;
mod listings;
mod log_notifications;
mod message;
#[cfg(test)]
mod message_checks;
mod output;
mod progress_notifier;
mod project_choice;
mod projects;
mod roots;
#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fail loudly")]
mod short_fuzz;
mod skills;
mod stdio_transport;
mod subscriptions;
mod worker;

use std::path::PathBuf;
use std::sync::Arc;

use handoff_agent::{HandoffError, ToolSet, prompts, resources};
use handoff_protocol::{Actor, Layout};
#[expect(
    deprecated,
    reason = "the newest revision has given logging and sessions up; the clients of the older ones have them"
)]
use rmcp::model::SetLevelRequestParams;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CompleteRequestParams, CompleteResult, CompletionInfo,
    ContentBlock, CustomRequest, CustomResult, ErrorCode, GetPromptRequestParams, GetPromptResponse, GetPromptResult,
    GetSkillRequestParams, GetSkillResult, Implementation, ListPromptsResult, ListResourceTemplatesResult,
    ListResourcesResult, ListSkillsResult, ListToolsResult, PaginatedRequestParams, PromptMessage,
    ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, Reference, ResourceContents, Role,
    ServerCapabilities, ServerConfig, SubscribeRequestParams, SubscriptionFilter, UnsubscribeRequestParams,
};
use rmcp::service::{NotificationContext, Peer, RequestContext, SubscriptionContext};
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt as _};
use serde_json::Value;
use tokio::sync::mpsc;

use crate::ground::client::actor_name;
use crate::ground::{identity, lenient_json};
use crate::mcp::input::READ_AHEAD_LINES;
use crate::mcp::listings::STABLE_FOR_MS;
use crate::mcp::log_notifications::MinLevel;
use crate::mcp::project_choice::{ProjectChoice, Purpose};
use crate::mcp::projects::Projects;
use crate::mcp::stdio_transport::StdioTransport;
use crate::mcp::subscriptions::{Listener, Subscriptions};
use crate::mcp::worker::Worker;
use crate::project::search::explain_placeholder;

/// The options of the server.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder of the server's own project, for calls that name none.
    pub folder: PathBuf,
    /// Whether the command line or the environment names it; else it is the working directory.
    pub is_named: bool,
    /// Why a folder that they name is not a path.
    pub placeholder: Option<String>,
    /// The sets of tools to offer; `None` leaves them to the project.
    pub sets: Option<Vec<ToolSet>>,
    /// The layout of new projects.
    pub layout: Layout,
    /// Whether the context is JSON if a call does not name a format.
    pub is_json: bool,
}

/// Serves standard input and output until the client disconnects.
pub fn serve(options: Options) -> Result<(), HandoffError> {
    let failed = |sentence: String| HandoffError::System(sentence.into());
    let runtime = input::runtime().map_err(|error| failed(format!("The server cannot start: {error}.")))?;
    let projects = Projects::new(options.folder.clone(), options.layout, options.sets, options.is_json);
    let (worker, running) = Worker::start(projects);
    let subscriptions = Arc::new(Subscriptions::default());
    let result = runtime.block_on(async {
        let (lines, input) = mpsc::channel(READ_AHEAD_LINES);
        input::feed(lines, worker.clone());
        let (notifier, notifier_worker) = (Arc::clone(&subscriptions), worker.clone());
        tokio::spawn(async move { notifier.run(&notifier_worker).await });
        let choice = ProjectChoice::new(options.folder, options.is_named, options.placeholder);
        let (level, conversation) = (MinLevel::new(), identity::new_conversation());
        let server = Server { worker, subscriptions, level, choice, conversation };
        match server.serve(StdioTransport::start(input)).await {
            Ok(running) => tokio::select! {
                ended = running.waiting() => ended.map(drop).map_err(|error| failed(format!("The server stopped: {error}."))),
                // Most clients end a server like this. It releases its claims and answers nothing more.
                () = terminated() => Ok(()),
            },
            // A client that disconnects before it has sent anything is no failure.
            Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => Ok(()),
            Err(error) => Err(failed(format!("The client did not initialize the session: {error}."))),
        }
    });
    // This drops every `Worker`.
    drop(runtime);
    running.finish();
    result
}

/// Returns when the process is asked to end; never if the system does not report that.
async fn terminated() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let signals = [SignalKind::terminate(), SignalKind::interrupt(), SignalKind::hangup()].map(signal);
        let mut signals: Vec<_> = signals.into_iter().flatten().collect();
        let any = std::future::poll_fn(|context| {
            let is_ready = signals.iter_mut().any(|signal| signal.poll_recv(context).is_ready());
            if is_ready { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
        });
        any.await;
    }
    #[cfg(target_os = "wasi")]
    // Node.js ends the input then.
    std::future::pending::<()>().await;
    #[cfg(not(any(unix, target_os = "wasi")))]
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

struct Server {
    worker: Worker,
    subscriptions: Arc<Subscriptions>,
    level: MinLevel,
    choice: ProjectChoice,
    /// ID of this server's conversation. A client starts one server for each.
    conversation: String,
}

impl Server {
    /// Sets the project of requests that name none. Fails if the person has to choose.
    async fn find_project(
        &self,
        peer: &Peer<RoleServer>,
        purpose: Purpose,
        placeholder: Option<String>,
    ) -> Result<(), HandoffError> {
        let folder = self.choice.resolve(peer, purpose, placeholder).await?;
        self.worker.submit(move |projects| projects.set_home(folder));
        Ok(())
    }

    /// Finds the project of a call, unless the call names it.
    async fn find_project_of_call(
        &self,
        request: &CallToolRequestParams,
        peer: &Peer<RoleServer>,
    ) -> Result<(), HandoffError> {
        let named = project_choice::named_folder(request.arguments.as_ref())?;
        let placeholder = named.and_then(|folder| explain_placeholder("project_dir", folder));
        // As handoff-mcp does, a variable that the client did not replace counts as no folder.
        if named.is_some_and(|folder| !folder.starts_with("${")) {
            return placeholder.map_or(Ok(()), |sentence| Err(HandoffError::Arguments(sentence.into())));
        }
        let purpose = if request.name == handoff_agent::INIT { Purpose::Init } else { Purpose::Call };
        self.find_project(peer, purpose, placeholder).await
    }

    async fn sets(&self) -> Result<Vec<ToolSet>, ErrorData> {
        self.worker.run(Projects::sets).await
    }

    /// Returns the client of a request as the author of changes. Clients of the newest revision name
    /// themselves in each request, those of older ones when they connect.
    fn actor(&self, context: &RequestContext<RoleServer>) -> Actor {
        let connected = || context.peer.peer_info().map(|info| info.client_info.clone());
        let client = context.meta.client_info().or_else(connected);
        let (name, version) = client.map_or_else(Default::default, |client| (client.name, client.version));
        identity::agent(actor_name(&name), Some(&version), Some(&self.conversation))
    }

    /// Returns a hash of the content at an address, or an error if there is nothing.
    async fn content_hash(&self, address: &str) -> Result<u64, ErrorData> {
        let addresses = vec![address.to_owned()];
        let (hashes, _) = self.worker.run(move |projects| projects.current_state(&addresses)).await?;
        let not_found = || ErrorData::resource_not_found(format!("{address} does not exist."), None);
        hashes.first().copied().flatten().ok_or_else(not_found)
    }
}

/// Accepts the first page only: every list is one page.
fn check_first_page(page: Option<PaginatedRequestParams>) -> Result<(), ErrorData> {
    match page.and_then(|page| page.cursor) {
        None => Ok(()),
        Some(cursor) => Err(ErrorData::invalid_params(
            format!("There is no page {cursor}; the first page contains everything."),
            None,
        )),
    }
}

fn internal_error(sentence: String) -> ErrorData {
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
            .enable_skills()
            .build();
        let mut info = ServerConfig::new(capabilities);
        info.server_info = Implementation::new("handoff", env!("CARGO_PKG_VERSION"));
        info.instructions = Some(handoff_agent::INSTRUCTIONS.to_owned());
        info
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        // Asks for the roots early, so that the first call need not wait for them.
        let _ = self.find_project(&context.peer, Purpose::Other, None).await;
        self.subscriptions.add_for_tools(Listener::Session(context.peer));
    }

    async fn on_roots_list_changed(&self, context: NotificationContext<RoleServer>) {
        self.choice.forget_roots().await;
        let _ = self.find_project(&context.peer, Purpose::Other, None).await;
        self.subscriptions.notify_changed();
    }

    async fn list_tools(
        &self,
        page: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        check_first_page(page)?;
        // The project may configure the tools. Nobody is asked for it before the first call.
        let _ = self.find_project(&context.peer, Purpose::Other, None).await;
        let sets = self.sets().await?;
        self.subscriptions.set_offered(&sets);
        let has_project = !sets.contains(&ToolSet::Start);
        let tools = handoff_agent::tools(&sets).map(|tool| listings::tool(tool, has_project)).collect();
        Ok(ListToolsResult::with_all_items(tools).with_ttl_ms(STABLE_FOR_MS))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let found = context.ct.run_until_cancelled(self.find_project_of_call(&request, &context.peer)).await;
        if let Some(Err(error)) = found {
            return Ok(CallToolResult::error(vec![ContentBlock::text(format!("Error: {error}"))]).into());
        }
        let (mut progress, progress_task) = progress_notifier::for_request(&context);
        let arguments = request.arguments.unwrap_or_default();
        let were_text = context.meta.0.get(message::ARGUMENTS_WERE_TEXT).is_some();
        let actor = self.actor(&context);
        let call = move |projects: &mut Projects| {
            projects.set_actor(actor);
            let (reply, log_notes) = projects.call(&request.name, &arguments, &mut progress);
            let note = handoff_agent::json_text_note(&["arguments".to_owned()]);
            (if were_text { reply.with_note(&note) } else { reply }, log_notes)
        };
        let result = self.worker.run(call).await;
        self.worker.submit(Projects::check);
        if let Some(task) = progress_task {
            // No progress may be reported after the answer. A panic in the task is no failure of
            // the call.
            let _ = task.await;
        }
        let (mut reply, log_notes) = result?;
        let replaced = context.meta.get(message::REPLACED).and_then(Value::as_u64);
        let replaced = replaced.and_then(|count| usize::try_from(count).ok());
        if let Some(note) = replaced.and_then(lenient_json::note) {
            reply = reply.with_note(&note);
        }
        self.level.send(&context, log_notes).await;
        self.subscriptions.notify_changed();
        let mut call_result = match reply.failed {
            None => CallToolResult::success(vec![ContentBlock::text(reply.text)]),
            // The prefix that clients of handoff-mcp know.
            Some(_) => CallToolResult::error(vec![ContentBlock::text(format!("Error: {}", reply.text))]),
        };
        call_result.structured_content = reply.structured;
        Ok(call_result.into())
    }

    async fn list_resources(
        &self,
        page: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        check_first_page(page)?;
        Ok(ListResourcesResult::with_all_items(resources::RESOURCES.iter().map(listings::resource).collect())
            .with_ttl_ms(STABLE_FOR_MS))
    }

    async fn list_resource_templates(
        &self,
        page: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        check_first_page(page)?;
        Ok(ListResourceTemplatesResult::with_all_items(resources::TEMPLATES.iter().map(listings::template).collect())
            .with_ttl_ms(STABLE_FOR_MS))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        if let Some(skill) = skills::read(&request.uri) {
            return Ok(ReadResourceResult::new(vec![skill]).into());
        }
        let uri = request.uri.clone();
        let resource = self.worker.run(move |projects| projects.read(&uri)).await?;
        let (text, mime, note) = resource.map_err(|error| ErrorData::resource_not_found(error.to_string(), None))?;
        let contents = ResourceContents::text(text, request.uri.clone()).with_mime_type(mime);
        let note = note.map(|note| ResourceContents::text(note, request.uri).with_mime_type("text/plain"));
        Ok(ReadResourceResult::new(std::iter::once(contents).chain(note).collect()).into())
    }

    async fn list_skills(
        &self,
        page: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListSkillsResult, ErrorData> {
        check_first_page(page)?;
        Ok(skills::list())
    }

    async fn get_skill(
        &self,
        request: GetSkillRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetSkillResult, ErrorData> {
        skills::get(&request.uri)
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let hash = self.content_hash(&request.uri).await?;
        self.subscriptions.add(&request.uri, Listener::Session(context.peer), Some(hash));
        Ok(())
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.subscriptions.remove(&request.uri);
        Ok(())
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let accepted = context.accepted();
        let listener = || Listener::Stream(context.sink().clone());
        for address in accepted.resource_subscriptions.iter().flatten() {
            // The resource may be created later.
            let hash = self.content_hash(address).await.ok();
            self.subscriptions.add(address, listener(), hash);
        }
        if accepted.tools_list_changed == Some(true) {
            let sets = self.sets().await?;
            self.subscriptions.set_offered(&sets);
            self.subscriptions.add_for_tools(listener());
        }
        context.cancelled().await;
        self.subscriptions.remove_stream(context.sink().id());
        Ok(())
    }

    async fn list_prompts(
        &self,
        page: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        check_first_page(page)?;
        Ok(ListPromptsResult::with_all_items(prompts::PROMPTS.iter().map(listings::prompt).collect())
            .with_ttl_ms(STABLE_FOR_MS))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let text = prompts::prompt(&request.name, &request.arguments.unwrap_or_default());
        let text = text.map_err(|error| ErrorData::invalid_params(error.to_string(), None))?;
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
        let ids = move |projects: &mut Projects| projects.with_own_project(|ctx| resources::ids(ctx, kind, &typed));
        let values = self.worker.run(ids).await?;
        let completion = CompletionInfo::new(values).map_err(internal_error)?;
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
