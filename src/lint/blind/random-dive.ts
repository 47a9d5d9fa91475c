import { tap, type Action } from '../../domain/action.js';
import { randomStream, type RandomStream } from '../../domain/random.js';
import type { BlindPolicy, BlindTask, BlindWorld } from './blind-policy.js';
import { saidTexts } from './said-texts.js';

/** Most targets of an app that are drawn from; the commoner ones are drawn more often. */
const TARGETS = 40;

interface Dive {
  readonly seed: number;
  readonly dive: number;
  readonly into: 'its apps' | 'any app';
}

/** Opens an app at random and taps where its screens are touched, with a text, a swipe, a submit or another app now and then. */
export function randomDive({ seed, dive, into }: Dive): BlindPolicy {
  return {
    name: `dives at random into ${into}, ${dive + 1}`,
    actions: (task, world) => {
      const random = randomStream(seed, task.id, task.repeat, `dive into ${into}`, dive);
      const apps = into === 'its apps' && task.apps.length > 0 ? task.apps : world.apps;
      const actions: Action[] = [];
      let app: string | null = null;
      while (actions.length < task.budget) {
        const next: string | null =
          app === null || random.next() < 0.1 ? (apps[random.below(apps.length)] ?? null) : app;
        if (next !== null && (next !== app || actions.length === 0))
          actions.push({ type: 'open_app', app: next });
        app = next;
        actions.push(draw(task, world, app, random));
      }
      return actions;
    },
  };
}

function draw(task: BlindTask, world: BlindWorld, app: string | null, random: RandomStream): Action {
  const kind = random.next();
  if (kind < 0.1) {
    const texts = saidTexts(task.instruction);
    return { type: 'type', text: texts[random.below(texts.length)] ?? '' };
  }
  if (kind < 0.15) return { type: 'key', key: 'ENTER' };
  if (kind < 0.2) return { type: 'swipe', direction: 'up' };
  const targets = world.targets(app).slice(0, TARGETS);
  // The smaller of two draws: targets are listed by how common they are.
  const target = targets[Math.min(random.below(targets.length), random.below(targets.length))];
  return target === undefined ? { type: 'wait' } : tap(target);
}
