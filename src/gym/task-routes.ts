import type { Context, Hono } from 'hono';
import type { Play } from '../app/play/open-play.js';
import { isObject } from './validation-issue.js';

const TYPES: ReadonlySet<string> = new Set(['train', 'validation', 'test']);

/** Routes by which trainers list tasks. One environment, with the split that was opened. */
export function addTaskRoutes(app: Hono, play: Play): void {
  const { name, split } = play.benchmark;
  const tasks = play.tasks.map(({ id, instruction, language, apps }) => ({
    id,
    instruction,
    language,
    apps,
  }));
  app.get('/list_environments', (context) => context.json([name]));
  app.get('/:env/splits', (context) =>
    isThis(context, name)
      ? context.json([{ name: split, type: TYPES.has(split) ? split : 'validation' }])
      : unknown(context),
  );
  const answer = (
    path: string,
    of: (context: Context, body: Readonly<Record<string, unknown>>) => Response,
  ): void => {
    app.post(`/:env/${path}`, async (context) => {
      if (!isThis(context, name)) return unknown(context);
      const body: unknown = await context.req.json().catch(() => null);
      if (!isObject(body)) return bad(context, 'the body is a JSON object');
      if (body['split'] !== split) return bad(context, `the split that is open is ${split}`);
      return of(context, body);
    });
  };
  answer('tasks', (context) => context.json({ tasks, env_name: name }));
  answer('num_tasks', (context) => context.json({ num_tasks: tasks.length }));
  answer('task', (context, { index }) => {
    const task = Number.isSafeInteger(index) ? tasks[Number(index)] : undefined;
    return task === undefined
      ? bad(context, `index goes from 0 to ${tasks.length - 1}`)
      : context.json({ task });
  });
  answer('task_range', (context, body) => {
    const { start = 0, stop = tasks.length } = body;
    const [from, to] = [start ?? 0, stop ?? tasks.length];
    if (!isPlace(from, tasks.length) || !isPlace(to, tasks.length)) {
      return bad(context, `start and stop go from 0 to ${tasks.length}`);
    }
    return context.json({ tasks: tasks.slice(from, to) });
  });
}

function isPlace(value: unknown, most: number): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= most;
}

function isThis(context: Context, name: string): boolean {
  return context.req.param('env')?.toLowerCase() === name.toLowerCase();
}

function unknown(context: Context): Response {
  return context.json({ detail: 'there is no such environment' }, 404);
}

function bad(context: Context, detail: string): Response {
  return context.json({ detail }, 400);
}
