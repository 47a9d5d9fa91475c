import { pocketWorld } from '../../world.js';
import { LivePhonePage } from './live-phone-page.js';

const phone = new LivePhonePage(pocketWorld());
phone.begin();
Object.assign(window, {
  touchstone: {
    state: () => phone.stateName,
    activity: () => phone.activity,
    home: () => phone.home(),
    snapshot: () => phone.snapshot(),
    restore: (value: unknown) => phone.restore(value),
    interrupt: (event: unknown) => phone.interrupt(event),
  },
});
