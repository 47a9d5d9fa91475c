import * as nodeModule from 'node:module';

type NextResolve<T> = (specifier: string, context: ResolveContext) => T;
interface ResolveContext {
  readonly parentURL?: string | undefined;
}

/** Node's hooks in this thread, from 22.15 on. */
interface WithHooks {
  readonly registerHooks: (hooks: {
    resolve(specifier: string, context: ResolveContext, next: NextResolve<unknown>): unknown;
  }) => unknown;
}

/** The same hook for older Node, which runs it in a thread of its own: it must be a module by itself. */
const HOOK_MODULE = `
let own;
export const initialize = (data) => { own = data.own; };
export async function resolve(specifier, context, next) {
  try {
    return await next(specifier, context);
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND' || !/^touchstone(?:$|\\/)/.test(specifier)) throw error;
    return await next(specifier, { ...context, parentURL: own });
  }
}`;

let isResolved = false;

/**
 * From now on, a module that imports `touchstone` or `touchstone/…` where no such package is installed gets the Touchstone
 * that runs: a dialect of one's own needs no folder with dependencies around it. What is installed goes first, and no other
 * name is touched.
 */
export function resolveOwnName(): void {
  if (isResolved) return;
  isResolved = true;
  // A module of this package, as whose neighbour the name is looked up.
  const own = import.meta.url;
  if (!('registerHooks' in nodeModule)) {
    const hook = `data:text/javascript,${encodeURIComponent(HOOK_MODULE)}`;
    nodeModule.register(hook, { data: { own } });
    return;
  }
  // Known to newer Node than its types here are of.
  const { registerHooks } = nodeModule as unknown as WithHooks;
  registerHooks({
    resolve: (specifier, context, next) => {
      try {
        return next(specifier, context);
      } catch (error) {
        const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
        if (!isMissing || !/^touchstone(?:$|\/)/.test(specifier)) throw error;
        return next(specifier, { ...context, parentURL: own });
      }
    },
  });
}
