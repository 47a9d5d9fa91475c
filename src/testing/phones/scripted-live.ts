import type { Action } from '../../domain/action.js';
import type { LiveFront, LiveTouch } from '../../domain/live/live-front.js';
import type { Observation } from '../../domain/screen.js';
import type { Environment, StepResult } from '../../environments/environment.js';
import { smallPng } from '../small-png.js';
import { hierarchyXml, uiNode } from '../hierarchy-xml.js';

const SIZE = { width: 270, height: 600 };

/** A live environment without a browser: a field of text, two apps, and a list of everything that was done to it. */
export class ScriptedLive implements Environment {
  readonly capabilities = {
    snapshot: false,
    pictures: true,
    hierarchy: true,
    activity: true,
    deterministic: false,
    stable: false,
  };
  /** In order: what was entered, touched and recorded as a step. */
  readonly done: string[] = [];
  /** What the field holds. */
  text = '';
  /** Package in front. */
  app = 'org.example.home';
  looks = 0;

  get state(): string {
    return `${this.app}:${this.text}`;
  }

  get live(): LiveFront {
    return {
      apps: [
        { name: 'Notes', package: 'org.example.notes', url: 'http://notes.example/' },
        { name: 'Mail', package: 'org.example.mail', url: 'http://mail.example/' },
      ],
      screen: { size: SIZE, ratio: 1, locale: 'de-DE', timezone: 'Europe/Paris' },
      home: { package: 'org.example.home', activity: '.Home' },
      enter: async (action) => this.#enter(action),
      touch: async (touch) => this.#touch(touch),
      look: async () => {
        this.looks += 1;
        return this.#observation();
      },
      stopApp: async (app) => this.#end(`stop ${app}`, app),
      clearApp: async (app) => this.#end(`clear ${app}`, app),
    };
  }

  async reset(): Promise<Observation> {
    return this.#observation();
  }

  async observe(): Promise<Observation> {
    return this.#observation();
  }

  async step(action: Action): Promise<StepResult> {
    this.done.push(`step ${said(action)}`);
    const transition = { rule: 'entered', next: this.state };
    if (action.type === 'stop') return { type: 'ended', transition };
    return { type: 'observed', observation: this.#observation(), transition };
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  #enter(action: Action): { readonly rule: string } {
    this.done.push(`enter ${said(action)}`);
    if (action.type === 'type') this.text += action.text;
    if (action.type === 'clear_text') this.text = '';
    if (action.type === 'key' && action.key === 'DEL') this.text = this.text.slice(0, -1);
    if (action.type === 'key' && action.key === 'HOME') this.app = 'org.example.home';
    if (action.type === 'open_app') this.app = action.app;
    if (action.type === 'open_url' && !action.url.startsWith('http:')) return { rule: 'unsupported' };
    return { rule: action.type };
  }

  #touch({ type, x, y }: LiveTouch): void {
    this.done.push(`${type} ${x} ${y}`);
  }

  #end(what: string, app: string): void {
    this.done.push(what);
    if (this.app === app) this.app = 'org.example.home';
  }

  #observation(): Observation {
    const xml = hierarchyXml([uiNode({ text: this.text, package: this.app, bounds: '[0,0][270,600]' })]);
    return {
      screen: {
        id: 'live',
        size: SIZE,
        activity: { package: this.app, activity: '.Main' },
        picture: { mediaType: 'image/png', hash: this.state, load: async () => smallPng(SIZE, 90, 'rgba') },
        hierarchy: { mediaType: 'application/xml', load: async () => Buffer.from(xml) },
      },
    };
  }
}

function said(action: Action): string {
  switch (action.type) {
    case 'type':
      return `type ${action.text}${action.clear === true ? ' in place of all' : ''}`;
    case 'key':
      return `key ${action.key}`;
    case 'tap':
      return `tap${action.count === undefined ? '' : ` x${action.count}`}`;
    case 'open_app':
      return `open ${action.app}`;
    default:
      return action.type;
  }
}
