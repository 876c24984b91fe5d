//! The files that new proofs of a task are about, for the shell that runs the commands of its criteria.

use handoff_engine::conversation::Conversation;
use handoff_protocol::ProofFile;

use crate::HandoffError;
use crate::OperationRun;
use crate::Shell;
use crate::ToolContext;
use crate::context_pointers::Places;
use crate::operations::common::{find_task, reader};
use crate::proofs::{files_now, requests, subjects};

/// Begins to read the files that new proofs of a task are about; fails if there is no such task.
pub fn proof_files(id: String) -> OperationRun<Result<Vec<ProofFile>, HandoffError>> {
    Conversation::new(|mailbox| async {
        let shell = Shell::new(mailbox);
        let paths = move |ctx: ToolContext<'_>| {
            let task = find_task(reader(ctx)?, &id)?.fields();
            Ok::<Vec<String>, HandoffError>(subjects(task).map(str::to_owned).collect())
        };
        let paths = shell.read(paths).await?;
        let requests = requests(paths.iter().map(String::as_str));
        let places = Places::new(requests.clone(), shell.files(requests).await);
        Ok(files_now(&places, paths.iter().map(String::as_str)))
    })
}
