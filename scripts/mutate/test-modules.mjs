// The modules of the tests and of what they test, loaded once and loaded anew in part. node_modules stay as Node loads them.
import { basename } from 'node:path';
import { createServer } from 'vite';
import { ModuleRunner } from 'vite/module-runner';

const AsyncFunction = (async () => undefined).constructor;
/** The names Vite gives to what a transformed module sees around it. */
const AROUND = [
  '__vite_ssr_exports__',
  '__vite_ssr_import_meta__',
  '__vite_ssr_import__',
  '__vite_ssr_dynamic_import__',
  '__vite_ssr_exportAll__',
  '__vite_ssr_exportName__',
];

/** Compiles the code of a module once, however often it is evaluated. */
class CompileOnce {
  startOffset = 2;
  #compiled = new Map();

  async runInlinedModule(context, code, { id }) {
    let run = this.#compiled.get(id);
    if (run === undefined) {
      run = new AsyncFunction(...AROUND, `"use strict";${code}\n//# sourceURL=${id}`);
      this.#compiled.set(id, run);
    }
    await run(...AROUND.map((name) => context[name]));
    Object.seal(context.__vite_ssr_exports__);
  }

  runExternalModule(path) {
    return import(path);
  }
}

export class TestModules {
  #server;
  #runner;

  static async create(root) {
    const modules = new TestModules();
    modules.#server = await createServer({
      root,
      configFile: false,
      envFile: false,
      logLevel: 'error',
      appType: 'custom',
      server: { middlewareMode: true, ws: false, watch: null, hmr: false, preTransformRequests: false },
      oxc: { target: 'node20' },
      optimizeDeps: { noDiscovery: true, include: [] },
    });
    const environment = modules.#server.environments.ssr;
    /** What was fetched, by importer and specifier: no file changes while its mutants are tested. */
    const fetched = new Map();
    const fetchModule = async (url, importer, options) => {
      const key = `${importer}\n${url}`;
      if (options.cached && fetched.has(key)) return { cache: true };
      const result =
        fetched.get(key) ?? (await environment.fetchModule(url, importer, { ...options, cached: false }));
      fetched.set(key, result);
      return { ...result };
    };
    modules.#runner = new ModuleRunner(
      {
        hmr: false,
        sourcemapInterceptor: false,
        transport: {
          async invoke({ data: { name, data } }) {
            return { result: name === 'fetchModule' ? await fetchModule(...data) : [] };
          },
        },
      },
      new CompileOnce(),
    );
    return modules;
  }

  import(path) {
    return this.#runner.import(path);
  }

  close() {
    return this.#server.close();
  }

  /** Forgets what one module has evaluated to, so that its next import evaluates it again. */
  forget(path) {
    for (const node of this.#nodes(path)) forgetNode(node);
  }

  /** Forgets one module and all that import it, directly or not; their paths. */
  forgetWithImporters(path) {
    const paths = this.importersOf(path);
    for (const one of paths) this.forget(one);
    return paths;
  }

  forgetAll() {
    for (const node of this.#runner.evaluatedModules.idToModuleMap.values()) {
      if (node.meta !== undefined && !('externalize' in node.meta)) forgetNode(node);
    }
  }

  /** The paths of one module and all that import it, directly or not. */
  importersOf(path) {
    const all = new Set();
    const visit = (node) => {
      if (all.has(node.id)) return;
      all.add(node.id);
      for (const id of node.importers) visit(this.#runner.evaluatedModules.getModuleById(id));
    };
    for (const node of this.#nodes(path)) visit(node);
    return all;
  }

  #nodes(path) {
    return this.#runner.evaluatedModules.getModulesByFile(path) ?? [];
  }
}

function forgetNode(node) {
  node.promise = undefined;
  node.exports = undefined;
  node.evaluated = false;
}

/** Whether a test file lies next to a file and is named after it. */
export function isBeside(test, file) {
  return test === file.replace(/\.ts$/, '.test.ts') || basename(test).startsWith(`${basename(file, '.ts')}.`);
}
