// Composition root: creates the parts, connects them and returns. Nothing is read and no engine is
// loaded here; that happens when a view, a command or a restored panel first needs it.

import { offerAgent } from "./agents/offerAgent.ts";
import { sendCommands, sendPrompt, sendTasks, type SendHosts } from "./agents/sendToAgent.ts";
import { WaitingAgents } from "./agents/waitingAgents.ts";
import {
  commands,
  ExtensionMode,
  RelativePattern,
  Uri,
  window,
  workspace,
  type Disposable,
  type ExtensionContext,
  type LogOutputChannel,
} from "vscode";
import type { HandoffApi } from "../api.d.ts";
import type { CommandResult } from "../../webviews/contract/common.ts";
import type { Command } from "../../webviews/contract/generated/protocol.ts";
import { createApi } from "./api.ts";
import { registerLanguageModelTools } from "./chat/languageModelTools.ts";
import { claimCommands } from "./commands/claimCommands.ts";
import { codeCommands } from "./code/codeCommands.ts";
import { registerKnowledgeHover } from "./code/knowledgeHover.ts";
import { registerKnowledgeLenses } from "./code/knowledgeLenses.ts";
import { KnownFiles } from "./code/knownFiles.ts";
import { newTaskHereCommands } from "./code/newTaskHere.ts";
import { CommandContext } from "./commands/commandContext.ts";
import { dashboardCommands, openTarget } from "./commands/dashboardCommands.ts";
import { explorerCommands } from "./commands/explorerCommands.ts";
import { fieldCommands } from "./commands/fieldCommands.ts";
import { pickPatch } from "./commands/fieldPickers.ts";
import { pauseCommands } from "./commands/pauseCommands.ts";
import { dropTasks, placeCommands } from "./commands/placeCommands.ts";
import { planCommands, saveBaseline } from "./commands/planCommands.ts";
import { projectCommands } from "./commands/projectCommands.ts";
import { registerCommands } from "./commands/registry.ts";
import { goToCommands } from "./commands/goToCommand.ts";
import { repairCommands, runDoctor } from "./problems/repairCommands.ts";
import { deleteTasks, openTaskFile, taskCommands } from "./commands/taskCommands.ts";
import { createDemo, demoCommands, registerDemoFiles, showOpenedDemo } from "./demo/openDemo.ts";
import { engineLoader } from "./engine/engineLoader.ts";
import type { EngineModule } from "./engine/engineModule.ts";
import { SavedViews } from "./filters/savedViews.ts";
import { personalViews, projectViews, type ViewStore } from "./filters/viewStores.ts";
import { HandoverStatus } from "./handover/handoverStatus.ts";
import { HandoverWatch } from "./handover/handoverWatch.ts";
import { handoverCommands, resumeHandover } from "./handover/resumeHandover.ts";
import { revertCommands } from "./history/revertCommands.ts";
import { trashCommands } from "./history/trashCommands.ts";
import { registerDeepLinks, taskLink } from "./links/deepLinks.ts";
import { registerTaskLinks } from "./links/taskLinks.ts";
import { packageCommands } from "./packages/packageCommands.ts";
import { registerPreviews } from "./packages/packagePreview.ts";
import { PackageTree } from "./packages/packageTree.ts";
import { storeCommands } from "./packages/storePackage.ts";
import { Overview } from "./panels/overviewPanel.ts";
import { pageCommands } from "./panels/pageCommands.ts";
import { Panels } from "./panels/panels.ts";
import type { PanelServices } from "./panels/panelServices.ts";
import { ProblemList, registerRepairActions } from "./problems/problemList.ts";
import { changeRegister } from "./sessions/registerActions.ts";
import { runSessionAction, sessionCommands, type SendSession } from "./sessions/sessionCommands.ts";
import { SessionTree } from "./sessions/sessionTree.ts";
import { findCurrentTask } from "./start/currentTask.ts";
import { AgentConnections } from "./start/agentConnections.ts";
import { registerAgentServer } from "./start/agentServer.ts";
import { startCommands } from "./start/connectAgent.ts";
import { answerReferral } from "./start/answerReferral.ts";
import { registerSetupPreview } from "./start/setupPreview.ts";
import { contextValue, setContext } from "./support/contextKeys.ts";
import { combineDisposables } from "./support/emitter.ts";
import { agentActor, contextSource, type UserNames } from "./support/identity.ts";
import type { CommandHost } from "./support/handoffProgram.ts";
import { editorMessages } from "./support/messages.ts";
import type { OuterPauses } from "./shells/outerPause.ts";
import { ActivitySources } from "./time/activitySources.ts";
import { askAboutReturns } from "./time/awayQuestion.ts";
import { StatusTimers } from "./time/statusChanges.ts";
import { actOnTimer, isAlone, timerCommands } from "./time/timerCommands.ts";
import { TimerItem } from "./time/timerItem.ts";
import { TimeTracker } from "./time/timeTracker.ts";
import { registerTaskMarks } from "./views/taskMarks.ts";
import { ExplorerChoice } from "./views/explorerChoice.ts";
import { openFirstPage } from "./views/firstPage.ts";
import { PauseStatus } from "./views/pauseStatus.ts";
import { TaskExplorer } from "./views/taskExplorer.ts";
import type { DiskShell, FindPlace, Services } from "./workspace/projectPorts.ts";
import { ClaimWatch } from "./workspace/claimWatch.ts";
import { OtherProjects } from "./workspace/otherProjects.ts";
import type { Project } from "./workspace/project.ts";
import { Projects, projectsWithRecords } from "./workspace/projects.ts";
import { RecentPlaces } from "./workspace/recentPlaces.ts";
import { Visits } from "./workspace/visits.ts";

/** The capabilities in which the hosts differ. */
export interface HostFeatures {
  readonly diskShell: DiskShell | undefined;
  readonly findPlace: FindPlace | undefined;
  /** The home folder of the user; undefined in a browser. */
  readonly userHome: string | undefined;
  /** Returns whether a folder of the local disk is the home folder of the user, also by another name. */
  readonly isUserHome: (folder: string) => boolean;
  readonly userNames: UserNames;
  /** Pauses of writing outside of the projects; undefined in a browser. */
  readonly outerPauses: OuterPauses | undefined;
  /** The `handoff` command; undefined in a browser, which runs no programs. */
  readonly command: CommandHost;
  /** Creates an empty folder for temporary files and returns its path; undefined in a browser. */
  readonly temporaryFolder: (() => string) | undefined;
}

/** For tests and the benchmark. */
export interface TestApi {
  readonly activationMs: number;
  readonly projects: Projects;
  readonly explorer: TaskExplorer;
  readonly sessions: SessionTree;
  readonly choice: ExplorerChoice;
  readonly contextValue: typeof contextValue;
  /** Creates the demo project without opening it. Returns its folder. */
  createDemo(): Promise<Uri>;
}

/** What the extension exports. */
export interface Exports extends HandoffApi {
  /** Undefined in production. */
  readonly testing: TestApi | undefined;
}

/** The running product. */
export interface Product {
  readonly exports: Exports;
  /** Writes unsaved data before the window closes. */
  close(): Promise<void>;
}

export function start(context: ExtensionContext, host: HostFeatures): Product {
  const begun = performance.now();
  const { extensionUri } = context;
  const log = openLog();
  const loadEngine = engineLoader(() =>
    Promise.resolve(workspace.fs.readFile(Uri.joinPath(extensionUri, "dist", "engine", "engine_bg.wasm"))),
  );
  // A command needs the engine, so it is loaded before a pause is read.
  let engine: EngineModule | undefined;
  const projectServices: Services = {
    loadEngine: async () => (engine = await loadEngine()),
    context: contextSource(context.globalState, host.userNames, () =>
      host.outerPauses?.read((config, paths) => engine?.isProject(config, paths) ?? false),
    ),
    log,
    diskShell: host.diskShell,
    findPlace: host.findPlace,
  };
  const demo = { extensionUri, loadEngine: projectServices.loadEngine, temporaryFolder: host.temporaryFolder };
  const projects = new Projects(projectServices);
  const others = host.userHome === undefined ? undefined : new OtherProjects(projectServices, host.userHome);
  const choice = new ExplorerChoice(context.workspaceState);
  const savedViews = new SavedViews(context.workspaceState);
  const claims = new ClaimWatch(projects);
  const explorer = new TaskExplorer(projects, choice, claims, async (drop) => {
    await dropTasks(commandContext, choice, drop);
  });
  const commandContext: CommandContext = new CommandContext({
    projects,
    selection: () => explorer.selection,
    activeProject: () => panels.activeProject,
    activeTask: () => panels.activeTask,
    openTask: (project, id) => panels.openTask(project, id),
    followTask: (project, id) => panels.followTask(project, id),
  });
  const monotonic = (): number => Math.floor(performance.now());
  const activity = new ActivitySources(monotonic);
  const isShared = (project: Project): boolean => host.diskShell !== undefined && Uri.parse(project.id, true).scheme === "file";
  const tracker = new TimeTracker(projects, activity, { monotonic, isShared, several: () => !isAlone() });
  const statusTimers = new StatusTimers(tracker, context.globalState);
  const askAboutTimers = (project: Project, command: Command, result: CommandResult): CommandResult => {
    const question = result.kind === "done" ? statusTimers.question(project, command, result) : undefined;
    return result.kind === "done" && question !== undefined ? { ...result, question } : result;
  };
  const viewStores = (shown: readonly Project[]): ViewStore[] => [personalViews(savedViews), ...shown.map((project) => projectViews(project, commandContext))];
  const agents = new AgentConnections(context.globalState, context.workspaceState);
  const sendHosts = (project: Project): SendHosts => ({ folder: projects.workFolder(project), command: host.command, memory: context.globalState });
  const sendSession: SendSession = (prompt, target, way) => sendPrompt(prompt, target, way, sendHosts(target.project));
  const services: PanelServices = {
    openTask: (project, id) => panels.openTask(project, id),
    followTaskBeside: (project, id, page) => panels.followTaskBeside(project, id, page),
    openBoard: (project, query) => panels.openBoard(project, query),
    openSession: (project, id) => panels.openSessions(project, id),
    openFile: openTaskFile,
    execute: async (project, command, page) => {
      const result = await project.execute(command, page);
      if (result.kind === "done") void offerAgent(project, command, (ids) => services.sendTasks({ project, ids }, "terminal"));
      return askAboutTimers(project, command, result);
    },
    deleteTasks: (target, page) => deleteTasks(commandContext, target, page),
    pick: async ({ project, ids }, field, page) => {
      const patch = await pickPatch(field, project.summary);
      if (patch === undefined) return null;
      const command: Command = { kind: "updateTasks", ids: [...ids], patch };
      return askAboutTimers(project, command, await commandContext.perform(project, command, page));
    },
    saveBaseline: (project, page) => saveBaseline(commandContext, project, page),
    answerTimer: (project, question, answer) => statusTimers.answer(project, question, answer),
    run: (project, command) => commandContext.run(project, command),
    answerReferral: (project, referral) => answerReferral(commandContext, project, referral, { folder: projects.workFolder(project), command: host.command }),
    sendTasks: (target, way) => sendTasks(target, way, sendHosts(target.project)),
    openTarget: (project, target) => openTarget(panels, { openOverview, goToAgent: (at, key) => waiting.goTo(at, key) }, project, target),
    hasOtherProjects: (project) => projectsWithRecords(projects.all).some((other) => other !== project),
    visits: new Visits(context.workspaceState),
    agents,
    savedViews,
    viewStores,
    timers: {
      status: (project) => tracker.status(project),
      age: (project) => tracker.age(project),
      onDidChange: tracker.onDidChange,
      act: (project, action) => actOnTimer(tracker, project, action.kind === "start" ? { ...action, alone: isAlone() } : action),
    },
    actOnSession: (action, target) => runSessionAction(commandContext, action, target, sendSession),
    changeRegister: (project, action, row) => changeRegister(commandContext, project, action, row),
    explain: (error) => editorMessages().failure(error),
    log: (message) => log.error(message),
  };
  const panels: Panels = new Panels(extensionUri, projects, services, context.workspaceState);
  const recent = new RecentPlaces(context.workspaceState);
  panels.onDidOpen(({ project, kind, id }) => recent.add(project.id, { kind, id, title: "" }));
  const knownFiles = new KnownFiles(projects);
  const openDashboard = (project: Project): void => void panels.openPage("dashboard", project);
  const openOverview = (): void => overview.open();
  const overview: Overview = new Overview(extensionUri, projects, {
    openDashboard,
    openFolder: (folder) => void commands.executeCommand("vscode.openFolder", folder, { forceNewWindow: true }),
    ...(others !== undefined && { findOthers: (open) => others.find(open), closeOthers: () => others.dispose() }),
    explain: services.explain,
    log: services.log,
  });
  const waiting = new WaitingAgents(projects, (project, id) => panels.openTask(project, id));
  const repository = repositoryOf(context);
  const problems = new ProblemList(projects, Uri.parse(`${repository}/blob/HEAD/docs/surfaces.md#problems`));
  const sessions = new SessionTree(projects);
  const packages = new PackageTree(projects);
  const handovers = new HandoverWatch(projects, (message) => log.error(message));
  setContext("handoff.noServer", host.command === undefined);
  const { api, parts } = createApi(projects, (project, id) => panels.openTask(project, id));
  context.subscriptions.push(
    ...parts,
    log,
    projects,
    ...(others === undefined ? [] : [others]),
    activity,
    tracker,
    new TimerItem(tracker, projects, () => findCurrentTask(projects.all), monotonic),
    waiting,
    askAboutReturns(tracker, commandContext),
    statusTimers.follow(projects, (origin) => panels.reportsItself(origin)),
    claims,
    explorer,
    panels,
    overview,
    problems,
    sessions,
    packages,
    registerPreviews(projects),
    registerSetupPreview(),
    registerAgentServer({ projects, command: host.command, version: versionOf(context), state: context.workspaceState }),
    handovers,
    new HandoverStatus(handovers, context.workspaceState, (found) => resumeHandover(found, host.command)),
    registerRepairActions(problems),
    ...registerDemoFiles(demo),
    new PauseStatus(projects),
    registerTaskMarks(),
    knownFiles,
    registerKnowledgeLenses(knownFiles),
    registerKnowledgeHover(knownFiles),
    registerTaskLinks(projects, (project, id) => panels.openTask(project, id)),
    registerDeepLinks(projects, panels),
    registerLanguageModelTools(projects, agentActor()),
    openFirstPage(context.workspaceState, explorer, projects, {
      openDashboard: (project) => panels.openPage("dashboard", project, true),
      openOverview: () => overview.open(true),
    }),
    ...(host.outerPauses === undefined ? [] : [watchPauses(host.outerPauses, projects)]),
    ...registerCommands(
      {
        ...explorerCommands(choice, projects, viewStores),
        ...taskCommands(
          commandContext,
          (project, id) => explorer.reveal(project, id),
          {
            keepTask: () => panels.keepTask(),
            linkOf: (project, id) => taskLink(project, id, context.extension.id),
          },
        ),
        ...fieldCommands(commandContext),
        ...placeCommands(commandContext, choice),
        ...pauseCommands(commandContext),
        ...timerCommands(commandContext, tracker, panels),
        ...claimCommands(commandContext),
        ...waiting.commands,
        ...planCommands(commandContext, (project, id) => panels.openGantt(project, id)),
        ...projectCommands({
          context: commandContext,
          log,
          isUserHome: host.isUserHome,
          // The command ticks the step of the walkthrough.
          openDashboard: (project) => void commands.executeCommand("handoff.openDashboard", { project: project.id }),
          runDoctor: (project) => runDoctor(commandContext, project),
        }),
        ...demoCommands(demo, context.globalState),
        ...startCommands(commandContext, host.command, agents),
        ...sendCommands(commandContext, services.sendTasks),
        ...dashboardCommands(commandContext, { openDashboard, openOverview }),
        ...pageCommands(commandContext, panels),
        ...goToCommands(commandContext, panels, recent),
        ...codeCommands(projects, knownFiles, panels),
        ...newTaskHereCommands(commandContext),
        ...repairCommands(commandContext),
        ...revertCommands(commandContext),
        ...trashCommands(commandContext, (project, id) => explorer.reveal(project, id)),
        ...sessionCommands(
          commandContext,
          () => sessions.selection,
          (project, id) => panels.openSessions(project, id),
          sendSession,
        ),
        ...packageCommands(commandContext, () => packages.selection),
        ...storeCommands(commandContext),
        ...handoverCommands(handovers, host.command),
      },
      log,
    ),
  );
  void showOpenedDemo(context.globalState, projects, openDashboard);
  // The Problems panel needs the files even while the tree is closed. Activation does not wait for
  // this.
  void projects.load();
  const activationMs = performance.now() - begun;
  const testing = { activationMs, projects, explorer, sessions, choice, contextValue, createDemo: () => createDemo(demo) };
  const isProduction = context.extensionMode === ExtensionMode.Production;
  return { exports: Object.assign(api, { testing: isProduction ? undefined : testing }), close: () => tracker.close() };
}

/** Shows a pause in the home folder when it begins and ends. */
function watchPauses({ folders, file }: OuterPauses, projects: Projects): Disposable {
  const update = (): void => {
    for (const project of projects.all) project.invalidate();
  };
  const watch = (folder: string): Disposable[] => {
    const watcher = workspace.createFileSystemWatcher(new RelativePattern(Uri.file(folder), file));
    return [watcher, watcher.onDidCreate(update), watcher.onDidChange(update), watcher.onDidDelete(update)];
  };
  return combineDisposables(folders.flatMap(watch));
}

/** Returns the URL of the public repository. */
function repositoryOf({ extension }: ExtensionContext): string {
  const { repository } = extension.packageJSON as { repository: { url: string } };
  return repository.url;
}

/** Returns the version of the extension. */
export function versionOf({ extension }: ExtensionContext): string {
  return (extension.packageJSON as { version: string }).version;
}

/** Creates the product's channel in the Output panel. */
function openLog(): LogOutputChannel {
  return window.createOutputChannel("Handoff", { log: true });
}
