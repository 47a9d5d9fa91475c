// Draws worlds/starter, the world that `touchstone init world` begins with: node scripts/draw-starter.mjs [FOLDER]
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import sharp from 'sharp';

const SIZE = { width: 360, height: 720 };
const LIGHT = {
  page: '#ffffff',
  bar: '#e3ecf7',
  ink: '#1b2430',
  line: '#c5d0de',
  mark: '#1f6feb',
  onMark: '#ffffff',
};
const DARK = {
  page: '#14181d',
  bar: '#222a33',
  ink: '#eef2f6',
  line: '#3a4552',
  mark: '#6cb2ff',
  onMark: '#14181d',
};
const FONT = 'Touchstone Starter';
const FONT_FILE = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf');

/** What every page has at its top. */
const bar = (text) => ({ kind: 'bar', text, box: [0, 0, 359, 71] });
const row = (index, text, more = {}) => ({
  kind: 'row',
  text,
  box: [0, 72 + index * 72, 359, 143 + index * 72],
  ...more,
});

/** The pages: what is on them, and where their elements lead. */
const PAGES = [
  {
    id: 'home',
    title: 'Home screen',
    app: 'launcher',
    activity: '.HomeActivity',
    parts: [
      { kind: 'icon', text: 'Notes', box: [40, 120, 160, 268] },
      { kind: 'icon', text: 'Settings', box: [200, 120, 320, 268] },
    ],
  },
  notesList('notes.list', 'Notes', ['Groceries', 'Birthdays']),
  notesEditor('notes.new', 'New note', '', 'notes.written'),
  notesEditor('notes.written', 'New note, written', 'buy milk', 'notes.saved'),
  notesList('notes.saved', 'Notes, one more', ['buy milk', 'Groceries', 'Birthdays']),
  settings('settings', 'Settings', LIGHT),
  settings('settings.dark', 'Settings, dark theme', DARK),
];

function notesList(id, title, notes) {
  return {
    id,
    title,
    app: 'notes',
    activity: '.ListActivity',
    parts: [
      bar('Notes'),
      ...notes.map((text, index) => row(index, text)),
      { kind: 'button', text: '+', says: 'New note', id: 'add', box: [272, 632, 335, 695], to: 'notes.new' },
    ],
  };
}

function notesEditor(id, title, text, saved) {
  const isEmpty = text === '';
  return {
    id,
    title,
    app: 'notes',
    activity: '.EditActivity',
    parts: [
      bar('New note'),
      {
        kind: 'field',
        text,
        hint: 'Write something',
        id: 'text',
        box: [16, 96, 343, 239],
        ...(isEmpty && { to: 'notes.written', types: 'buy milk' }),
      },
      {
        kind: 'button',
        text: 'Save',
        id: 'save',
        box: [232, 632, 343, 695],
        ...(isEmpty ? {} : { to: saved }),
      },
    ],
  };
}

function settings(id, title, colours) {
  const isDark = colours === DARK;
  return {
    id,
    title,
    app: 'settings',
    activity: '.SettingsActivity',
    colours,
    parts: [
      bar('Settings'),
      row(0, 'Wi-Fi'),
      row(1, 'Dark theme', { checked: isDark, id: 'dark', to: isDark ? 'settings' : 'settings.dark' }),
      row(2, 'About this phone'),
    ],
  };
}

/** The picture of a page, in few colours. */
async function pictureOf({ parts, colours = LIGHT }) {
  const canvas = createCanvas(SIZE.width, SIZE.height);
  const context = canvas.getContext('2d');
  context.fillStyle = colours.page;
  context.fillRect(0, 0, SIZE.width, SIZE.height);
  for (const part of parts) draw(context, part, colours);
  return sharp(canvas.toBuffer('image/png'))
    .png({ palette: true, colours: 16, compressionLevel: 9 })
    .toBuffer();
}

function draw(context, { kind, text, hint, checked, box: [left, top, right, bottom] }, colours) {
  const [width, height] = [right - left + 1, bottom - top + 1];
  const middle = top + height / 2;
  context.textBaseline = 'middle';
  const write = (words, x, y, size, colour, align = 'left') => {
    context.font = `${size}px "${FONT}"`;
    context.fillStyle = colour;
    context.textAlign = align;
    context.fillText(words, x, y);
  };
  const block = (colour, x = left, y = top, w = width, h = height) => {
    context.fillStyle = colour;
    context.fillRect(x, y, w, h);
  };
  if (kind === 'bar') {
    block(colours.bar);
    write(text, 20, middle, 24, colours.ink);
  } else if (kind === 'icon') {
    block(colours.mark, left, top, width, width);
    write(text.slice(0, 1), left + width / 2, top + width / 2, 56, colours.onMark, 'center');
    write(text, left + width / 2, bottom - 12, 20, colours.ink, 'center');
  } else if (kind === 'row') {
    block(colours.line, left, bottom, width, 1);
    write(text, 20, middle, 20, colours.ink);
    if (checked !== undefined) {
      block(checked ? colours.mark : colours.line, 288, middle - 14, 52, 28);
      block(colours.page, checked ? 314 : 292, middle - 10, 22, 20);
    }
  } else if (kind === 'field') {
    block(colours.line);
    block(colours.page, left + 2, top + 2, width - 4, height - 4);
    write(text === '' ? hint : text, left + 14, top + 28, 20, text === '' ? colours.line : colours.ink);
  } else {
    block(colours.mark);
    write(text, left + width / 2, middle, text === '+' ? 40 : 22, colours.onMark, 'center');
  }
}

const CLASSES = { bar: 'TextView', icon: 'ImageView', row: 'TextView', field: 'EditText', button: 'Button' };

/** The hierarchy of a page, as `uiautomator dump` writes it. */
function hierarchyOf({ app, parts }) {
  const inside = `package="com.starter.${app}"`;
  const nodes = parts.map((part, index) => {
    const { kind, text, says = '', hint = '', id, checked, to, box } = part;
    const name = checked === undefined ? CLASSES[kind] : 'Switch';
    const isTouched = to !== undefined || kind === 'icon' || kind === 'field';
    return (
      `  <node index="${index}" text="${text}" resource-id="${id === undefined ? '' : `com.starter.${app}:id/${id}`}" ` +
      `class="android.widget.${name}" ${inside} content-desc="${says}" hint="${hint}" checkable="${checked !== undefined}" ` +
      `checked="${checked === true}" clickable="${isTouched}" enabled="true" focusable="${isTouched}" focused="${kind === 'field'}" ` +
      `scrollable="false" long-clickable="false" password="false" selected="false" ` +
      `bounds="[${box[0]},${box[1]}][${box[2] + 1},${box[3] + 1}]" />`
    );
  });
  const all = [
    `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>`,
    '<hierarchy rotation="0">',
    ` <node index="0" text="" resource-id="" class="android.widget.FrameLayout" ${inside} content-desc="" checkable="false" ` +
      `checked="false" clickable="false" enabled="true" focusable="false" focused="false" scrollable="false" ` +
      `long-clickable="false" password="false" selected="false" bounds="[0,0][${SIZE.width},${SIZE.height}]">`,
    ...nodes,
    ' </node>',
    '</hierarchy>',
  ];
  return `${all.join('\n')}\n`;
}

function graph() {
  const icons = PAGES[0].parts.map(({ text, box }) => ({ app: text, box }));
  const entries = { Notes: 'notes.list', Settings: 'settings' };
  const aliases = { Notes: ['com.starter.notes', '便签'], Settings: ['com.starter.settings', '设置'] };
  return {
    $schema: './graph.schema.json',
    formatVersion: 2,
    name: 'starter',
    screenSize: SIZE,
    root: 'home',
    launcher: {
      apps: Object.keys(entries).map((name) => ({ name, aliases: aliases[name], entries: [entries[name]] })),
      icons,
    },
    nodes: PAGES.map(({ id, title, app, activity, parts }) => ({
      id,
      title,
      screens: [
        {
          id,
          picture: `screens/${id}.png`,
          hierarchy: `screens/${id}.xml`,
          activity: { package: `com.starter.${app}`, activity },
        },
      ],
      edges: parts.flatMap(({ to, types, box }) => {
        if (to === undefined) return [];
        return [
          { to, actions: [types === undefined ? { type: 'click', box } : { type: 'type', text: types }] },
        ];
      }),
    })),
  };
}

const SUITE = {
  $schema: './suite.schema.json',
  formatVersion: 1,
  name: 'starter',
  version: '1',
  title: 'A phone of two apps, to begin with',
  languages: ['en', 'zh'],
  defaultMaxSteps: 15,
  tasks: [
    {
      id: 'write-note',
      instructions: {
        en: 'Write a note that says "buy milk" and save it.',
        zh: '写一条内容为“buy milk”的便签并保存。',
      },
      apps: ['Notes'],
      tags: ['notes'],
      optimalSteps: 4,
      milestones: [
        { type: 'screen', id: 'written', screens: ['notes.written'], abilities: ['others'] },
        { type: 'screen', id: 'saved', screens: ['notes.saved'], abilities: ['save'] },
      ],
    },
    {
      id: 'dark-theme',
      instructions: { en: 'Switch the phone to its dark theme.', zh: '把手机切换成深色主题。' },
      apps: ['Settings'],
      tags: ['settings'],
      optimalSteps: 2,
      milestones: [{ type: 'screen', id: 'dark', screens: ['settings.dark'], abilities: ['set'] }],
    },
  ],
};

const folder = process.argv[2] ?? fileURLToPath(new URL('../worlds/starter', import.meta.url));
if (GlobalFonts.registerFromPath(FONT_FILE, FONT) === null) throw new Error(`no font at ${FONT_FILE}`);
await mkdir(join(folder, 'screens'), { recursive: true });
for (const page of PAGES) {
  await writeFile(join(folder, 'screens', `${page.id}.png`), await pictureOf(page));
  await writeFile(join(folder, 'screens', `${page.id}.xml`), hierarchyOf(page));
}
await writeFile(join(folder, 'graph.json'), `${JSON.stringify(graph(), null, 2)}\n`);
await writeFile(join(folder, 'suite.json'), `${JSON.stringify(SUITE, null, 2)}\n`);
