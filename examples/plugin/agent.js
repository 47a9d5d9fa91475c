import { stop, tap } from 'touchstone';
import { defineAgent, statelessAgent } from 'touchstone/agents';
import { z } from 'zod';

/** Waits, then taps in the middle, then says that it is done. */
export const patientAgent = defineAgent({
  name: 'patient',
  title: 'waits before it taps in the middle',
  roles: [],
  options: z.object({ waits: z.int().min(0).default(1).describe('steps to wait first') }),
  create: (_parts, { waits }) =>
    statelessAgent({
      name: 'patient',
      version: '1',
      decide: ({ observation, history }) => {
        const { width, height } = observation.screen.size ?? { width: 0, height: 0 };
        if (history.length < waits) return { type: 'action', action: { type: 'wait' } };
        if (history.length > waits) return { type: 'action', action: stop() };
        const point = { x: width / 2, y: height / 2, space: /** @type {const} */ ('pixel') };
        return { type: 'action', action: tap(point) };
      },
    }),
});
