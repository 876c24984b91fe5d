// Runs in the extension host: mocha in its browser build, which needs neither files nor a DOM, so
// both hosts use the same.
import Mocha from "mocha";

function say(text: string): void {
  // oxlint-disable-next-line no-console -- the only output of the extension host
  console.log(`[suite] ${text}`);
}

/**
 * Runs the suites that `load` defines; rejects if a test fails, which VSCode reports as exit code
 * 1.
 */
export function runSuites(load: () => void): Promise<void> {
  const mocha = new Mocha({ ui: "bdd", timeout: 90_000, reporter: Mocha.reporters.Base });
  mocha.suite.emit("pre-require", globalThis, "", mocha);
  load();
  return new Promise((resolve, reject) => {
    const runner = Mocha.prototype.run.call(mocha, (failures) => {
      if (failures === 0) resolve();
      else reject(new Error(`${failures} tests failed`));
    });
    runner.on("pass", (test) => say(`passed ${test.fullTitle()}`));
    runner.on("fail", (test, error: Error) => say(`FAILED ${test.fullTitle()}\n${error.stack ?? error.message}`));
  });
}
