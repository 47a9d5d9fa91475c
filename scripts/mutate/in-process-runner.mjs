// A test runner for Stryker that loads the unit tests once and then runs those that cover a mutant in its own process,
// again and again, where Vitest's own runner for Stryker starts Vitest for each mutant.
//
// What it does so that mutants do not disturb each other:
// - a test file is evaluated anew for each run; the files it imports stay.
// - a test that fails is run again without the mutant. If it fails then too, something was left behind: all is loaded anew
//   and the mutant tested again.
// - a mutant that survives is tested again with its file, and all that import it, loaded anew.
// - a mutant in code that runs while a module loads is always tested that way, in every test file that imports it.
import { createRequire } from 'node:module';
import { relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { TestModules, isBeside } from './test-modules.mjs';

const STATE = '__vitest_worker__';
/** A test or hook that takes longer hangs; the slowest take one second on a quiet machine. */
const TEST_TIMEOUT_MS = 15_000;
const TEST_STATUS = { pass: 0, fail: 1, skip: 2, todo: 2 };

class InProcessRunner {
  static inject = ['options', 'logger'];

  #log;
  #root = process.cwd();
  #modules;
  #vitest;
  #testing;
  #strykerNamespace = (globalThis.__stryker__ ??= {});
  /** The absolute paths of the test files, in the order in which they shall run. */
  #testFiles = (process.env['MUTATE_TESTS'] ?? '')
    .split('\n')
    .filter((path) => path !== '')
    .map((path) => resolve(path));
  /** Test files whose tests need those before them: they are run whole. */
  #wholeFiles = new Set();
  /** Errors that no test has caught, since the last run began. */
  #uncaught = [];
  /** Whether some file was loaded with a mutant, or left in an unknown state. */
  #soiled = false;
  #allLoaded = false;

  constructor(_options, log) {
    this.#log = log;
  }

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    process.env['NODE_ENV'] = 'test';
    process.env['VITEST'] = '1';
    for (const event of ['unhandledRejection', 'uncaughtException']) {
      process.on(event, (error) => this.#uncaught.push(error));
    }
    // What Vitest's own functions (vi, expect.poll) look for; it is no public interface.
    globalThis[STATE] = {
      config: { fakeTimers: {}, expect: {}, snapshotOptions: { expand: false } },
      providedContext: {},
    };
    const require = createRequire(import.meta.url);
    const fromVitest = createRequire(require.resolve('vitest/package.json'));
    this.#vitest = await import('vitest');
    this.#testing = await import(pathToFileURL(fromVitest.resolve('@vitest/runner')).href);
    this.#modules = await TestModules.create(this.#root);
    // That a property fails is all there is to know: no smaller example is looked for.
    const { configureGlobal } = await import('fast-check');
    configureGlobal({ endOnFailure: true });
  }

  async dispose() {
    await this.#modules?.close();
  }

  async dryRun() {
    const { tests, failedFiles } = await this.#run({ paths: this.#testFiles, perTest: true });
    this.#allLoaded = true;
    if (failedFiles.length > 0) return { status: 'error', errorMessage: failedFiles.join('\n') };
    if (this.#uncaught.length > 0) return { status: 'error', errorMessage: describe(this.#uncaught[0]) };
    const { mutantCoverage } = this.#strykerNamespace;
    return { status: 'complete', tests, mutantCoverage: mutantCoverage ?? { static: {}, perTest: {} } };
  }

  async mutantRun(options) {
    if (this.#soiled) this.#forgetAll();
    let result = await this.#attempt(options);
    if (result.status === 'again') {
      this.#forgetAll();
      result = await this.#attempt(options);
      this.#soiled = true;
      // The clean run failed in a process where all was new: the mutant itself left something behind.
      if (result.status === 'again') result = result.otherwise;
    } else if (result.status === 'survived' && options.testFilter !== undefined) {
      this.#modules.forgetWithImporters(resolve(options.sandboxFileName));
      result = await this.#attempt(options);
      if (result.status === 'again') {
        this.#soiled = true;
        result = result.otherwise;
      }
    }
    return result;
  }

  /** One run of what covers a mutant; `again` where the state of the process, not the mutant, may have decided. */
  async #attempt({ activeMutant, sandboxFileName, testFilter, hitLimit, disableBail }) {
    const file = resolve(sandboxFileName);
    const whileLoading = testFilter === undefined;
    const mutant = { id: activeMutant.id, whileLoading, hitLimit };
    const paths = await this.#pathsFor(file, testFilter);
    if (whileLoading) this.#modules.forgetWithImporters(file);
    const wanted = testFilter === undefined ? undefined : new Set(testFilter);
    const { tests, failedFiles, timedOut } = await this.#run({ paths, wanted, mutant, bail: !disableBail });
    const nrOfTests = tests.filter(({ status }) => status !== TEST_STATUS.skip).length;
    const hits = this.#strykerNamespace.hitCount;
    if (whileLoading) this.#modules.forgetWithImporters(file);
    if (hitLimit !== undefined && hits > hitLimit) {
      this.#soiled = true;
      return { status: 'timeout', reason: `Hit limit reached (${hits}/${hitLimit})` };
    }
    if (timedOut !== undefined) {
      this.#soiled = true;
      return { status: 'timeout', reason: timedOut };
    }
    const failed = tests.filter(({ status }) => status === TEST_STATUS.fail);
    if (failed.length > 0) {
      const killed = {
        status: 'killed',
        killedBy: failed.map(({ id }) => id),
        failureMessage: failed[0].failureMessage,
        nrOfTests,
      };
      return (await this.#passesClean(failed[0])) ? killed : { status: 'again', otherwise: killed };
    }
    if (failedFiles.length > 0) {
      return { status: 'killed', killedBy: [], failureMessage: failedFiles[0], nrOfTests };
    }
    if (this.#uncaught.length > 0) {
      const otherwise = { status: 'error', errorMessage: describe(this.#uncaught[0]) };
      return { status: 'again', otherwise };
    }
    return { status: 'survived', nrOfTests };
  }

  /** The files whose tests can notice a mutant of a file, the one next to it first. */
  async #pathsFor(file, testFilter) {
    let covering;
    if (testFilter === undefined) {
      await this.#loadAll();
      covering = this.#modules.importersOf(file);
    } else {
      covering = new Set(testFilter.map((id) => resolve(id.slice(0, id.indexOf('#')))));
    }
    const paths = this.#testFiles.filter((path) => covering.has(path));
    return [
      ...paths.filter((path) => isBeside(path, file)),
      ...paths.filter((path) => !isBeside(path, file)),
    ];
  }

  /** Loads every test file, so that it is known what imports what. */
  async #loadAll() {
    if (this.#allLoaded) return;
    await this.#testing.collectTests(this.#testFiles, this.#hooks({}));
    this.#allLoaded = true;
  }

  /** Whether a failed test passes with no mutant active. */
  async #passesClean({ id, fileName }) {
    const run = () => this.#run({ paths: [fileName], wanted: new Set([id]), bail: true });
    const passes = ({ tests, failedFiles }) =>
      failedFiles.length === 0 && tests.every(({ status }) => status !== TEST_STATUS.fail);
    if (this.#wholeFiles.has(fileName) || passes(await run())) return passes(await run());
    this.#forgetAll();
    if (passes(await run())) return false;
    this.#log.warn('%s fails alone: the tests of its file are run together.', id);
    this.#wholeFiles.add(fileName);
    return false;
  }

  #forgetAll() {
    this.#modules.forgetAll();
    this.#soiled = false;
  }

  /** Runs the wanted tests (all where none are named) of some files, until the first fails if asked to. */
  async #run({ paths, wanted, mutant, perTest = false, bail = false }) {
    const tests = [];
    const failedFiles = [];
    let timedOut;
    this.#uncaught = [];
    const stryker = this.#strykerNamespace;
    stryker.hitCount = mutant === undefined ? undefined : 0;
    stryker.hitLimit = mutant?.hitLimit;
    for (const path of paths) {
      this.#modules.forget(path);
      const all = wanted === undefined || this.#wholeFiles.has(path);
      stryker.activeMutant = mutant?.whileLoading === true ? mutant.id : undefined;
      const [file] = await this.#testing.startTests(
        [path],
        this.#hooks({ wanted: all ? undefined : wanted, mutant, perTest, bail }),
      );
      stryker.activeMutant = undefined;
      this.#vitest.vi.useRealTimers();
      const results = testsOf(file).filter(({ result }) => result !== undefined);
      tests.push(...results.map((test) => this.#testResult(test)));
      if (file.result?.errors !== undefined && file.result.errors.length > 0) {
        failedFiles.push(`${relative(this.#root, path)}: ${file.result.errors[0].message}`);
      }
      const errors = results.flatMap(({ result }) => result.errors ?? []);
      timedOut ??= errors.find(({ message }) => /^(Test|Hook) timed out in /.test(message))?.message;
      const stop = failedFiles.length > 0 || tests.some(({ status }) => status === TEST_STATUS.fail);
      if (bail && stop) break;
    }
    return { tests, failedFiles, timedOut };
  }

  /** What Vitest's runner asks for: how to load a file, what to run of it, and when a test begins and ends. */
  #hooks({ wanted, mutant, perTest = false, bail = false }) {
    const { expect } = this.#vitest;
    const stryker = this.#strykerNamespace;
    let stopped = false;
    return {
      config: {
        root: this.#root,
        name: '',
        setupFiles: [],
        sequence: { shuffle: false, concurrent: false, hooks: 'stack', setupFiles: 'list', seed: 0 },
        testTimeout: TEST_TIMEOUT_MS,
        hookTimeout: TEST_TIMEOUT_MS,
        maxConcurrency: 1,
        retry: 0,
        allowOnly: true,
        passWithNoTests: true,
        includeTaskLocation: false,
        tags: [],
        strictTags: false,
        chaiConfig: undefined,
        diffOptions: undefined,
      },
      pool: 'threads',
      viteEnvironment: 'ssr',
      importFile: (path) => this.#modules.import(path),
      onCollected: ([file]) => {
        if (wanted !== undefined) keepWanted(file, (test) => wanted.has(this.#idOf(test)));
      },
      onBeforeRunFiles: () => {
        stryker.activeMutant = mutant?.id;
      },
      onBeforeRunTask: (test) => {
        if (stopped) test.mode = 'skip';
        else if (perTest) stryker.currentTestId = this.#idOf(test);
      },
      onBeforeTryTask: (test) => {
        expect.setState({
          assertionCalls: 0,
          isExpectingAssertions: false,
          isExpectingAssertionsError: null,
          expectedAssertionsNumber: null,
          expectedAssertionsNumberErrorGen: null,
          currentTestName: test.name,
          testPath: test.file.filepath,
        });
      },
      onAfterTryTask: () => {
        const state = expect.getState();
        const expected = state.expectedAssertionsNumber;
        if (expected !== null && expected !== state.assertionCalls)
          throw state.expectedAssertionsNumberErrorGen();
        if (state.isExpectingAssertions && state.assertionCalls === 0) throw state.isExpectingAssertionsError;
      },
      onAfterRunTask: (test) => {
        stryker.currentTestId = undefined;
        if (bail && test.result.state === 'fail') stopped = true;
      },
      extendTaskContext: (context) => Object.defineProperty(context, 'expect', { get: () => expect }),
    };
  }

  /** As the official runner names a test, so that results kept from it can be used. */
  #idOf(test) {
    return `${relative(this.#root, test.file.filepath).replaceAll('\\', '/')}#${fullName(test)}`;
  }

  #testResult(test) {
    return {
      id: this.#idOf(test),
      name: fullName(test),
      fileName: test.file.filepath,
      timeSpentMs: test.result.duration ?? 0,
      status: TEST_STATUS[test.result.state] ?? TEST_STATUS.fail,
      failureMessage: test.result.errors?.[0]?.message ?? 'failed without a message',
    };
  }
}

/** Leaves out the tests that are not wanted, and the suites that are empty then. */
function keepWanted(suite, isWanted) {
  let some = false;
  for (const task of suite.tasks) {
    const keep = task.type === 'suite' ? keepWanted(task, isWanted) : isWanted(task);
    if (!keep && task.mode !== 'todo') task.mode = 'skip';
    some ||= keep;
  }
  return some;
}

function testsOf(suite) {
  return suite.tasks.flatMap((task) => (task.type === 'suite' ? testsOf(task) : [task]));
}

function fullName(test) {
  const names = [test.name];
  for (let { suite } = test; suite !== undefined; { suite } = suite) names.unshift(suite.name);
  return names.join(' ').trim();
}

function describe(error) {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'in-process', injectableClass: InProcessRunner }];
