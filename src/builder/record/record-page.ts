/**
 * The page on which a person operates a phone while it is recorded: the screen, which is touched and drawn on, the steps, the
 * milestones, and how it ends. One file; asks nothing of any other host; texts are set as text, never as markup.
 */
export const RECORD_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Recording</title>
<style>
  :root { color-scheme: light dark; --line: #8884; --soft: #8882; --mark: #2563eb; --mask: #111; font: 15px/1.45 system-ui, sans-serif; }
  body { margin: 0; display: grid; grid-template-columns: auto minmax(20rem, 1fr); gap: 1rem; padding: 1rem; min-height: 100vh; box-sizing: border-box; }
  h1 { font-size: 1.15rem; margin: 0 0 .5rem; } h2 { font-size: 1rem; margin: 1rem 0 .4rem; }
  button, input, select, textarea { font: inherit; padding: .3rem .6rem; border: 1px solid #888; border-radius: .4rem; background: var(--soft); color: inherit; }
  button { cursor: pointer; } button[aria-pressed="true"] { outline: 2px solid var(--mark); }
  input, textarea { background: transparent; } label { display: block; margin: .3rem 0; }
  label > input:not([type=checkbox]), label > textarea { width: 100%; box-sizing: border-box; }
  #glass { position: relative; touch-action: none; user-select: none; line-height: 0; }
  #screen { max-height: calc(100vh - 9rem); max-width: 100%; border: 1px solid var(--line); border-radius: .8rem; cursor: crosshair; -webkit-user-drag: none; }
  .area { position: absolute; pointer-events: none; box-sizing: border-box; border: 2px solid var(--mark); background: #2563eb33; }
  .area.mask { border-color: var(--mask); background: #000b; }
  .row { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; margin: .4rem 0; }
  .row > input[type=text] { flex: 1; min-width: 8rem; }
  #said { min-height: 1.4em; } #said.wrong { color: #b91c1c; } @media (prefers-color-scheme: dark) { #said.wrong { color: #fca5a5; } }
  ol { margin: 0; padding-left: 1.6rem; } li { overflow-wrap: anywhere; }
  fieldset { border: 1px solid var(--line); border-radius: .5rem; margin: .8rem 0; } kbd { border: 1px solid var(--line); border-radius: .2rem; padding: 0 .25rem; font-size: .85em; }
  dialog { border: 1px solid #888; border-radius: .6rem; max-width: 30rem; }
  @media (max-width: 52rem) { body { grid-template-columns: 1fr; } }
</style>
</head>
<body>
<main>
  <div id="glass"><img id="screen" alt="Screen of the phone" draggable="false"></div>
  <div class="row" role="group" aria-label="Keys of the phone">
    <button data-key="BACK">Back <kbd>b</kbd></button><button data-key="HOME">Home <kbd>h</kbd></button>
    <button data-key="APP_SWITCH">Recent</button><button data-key="ENTER">Enter</button><button id="wait">Wait <kbd>w</kbd></button>
  </div>
  <form id="typing" class="row"><input type="text" id="text" placeholder="Type into the focused field" aria-label="Text to type" autocomplete="off"><label><input type="checkbox" id="secret"> secret</label><button>Type</button></form>
</main>
<section>
  <h1>Recording</h1>
  <div id="said" role="status"></div>
  <form id="instructing"><label>Instruction <textarea id="instruction" rows="2"></textarea></label><button>Save instruction</button></form>
  <div class="row"><button id="marking" aria-pressed="false">Milestone <kbd>m</kbd></button><button id="masking" aria-pressed="false">Mask an area <kbd>x</kbd></button><button id="ending">End <kbd>e</kbd></button></div>
  <h2>Milestones</h2><ol id="milestones"></ol>
  <h2>Steps</h2><ol id="steps"></ol>
</section>
<dialog id="milestone" aria-labelledby="milestone-title"><form method="dialog">
  <h2 id="milestone-title">Milestone</h2>
  <label>Sub-target, in words <input id="sub-target" required></label>
  <label>Text of the key component <textarea id="component" rows="2"></textarea></label>
  <label>States, comma-separated <input id="states"></label>
  <label>Group whose members may come in any order (leave empty for the usual order) <input id="group"></label>
  <div class="row"><button value="save">Save</button><button value="cancel" formnovalidate>Cancel</button></div>
</form></dialog>
<dialog id="end" aria-labelledby="end-title"><form method="dialog">
  <h2 id="end-title">End of the recording</h2>
  <label><input type="radio" name="status" value="complete" checked> COMPLETE: the task is done</label>
  <label><input type="radio" name="status" value="impossible"> IMPOSSIBLE: it cannot be done</label>
  <label>Reason, where it is impossible <input id="reason"></label>
  <label>Apps that were used, comma-separated (default: those that were in front) <input id="apps"></label>
  <label>Notes <textarea id="notes" rows="3"></textarea></label>
  <div class="row"><button value="save">End</button><button value="cancel">Go on</button></div>
</form></dialog>
<script>
'use strict';
const token = new URLSearchParams(location.search).get('token');
const headers = token === null ? {} : { authorization: 'Bearer ' + token };
const find = (id) => document.getElementById(id);
let state = null, shown = null, picture = null, mode = 'touch', drawn = null, busy = 0;

const say = (text, isWrong) => { find('said').textContent = text; find('said').className = isWrong ? 'wrong' : ''; };
async function ask(path, body, method) {
  const answer = await fetch(path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!answer.ok) {
    const told = await answer.json().catch(() => ({}));
    throw new Error([told.error ?? answer.statusText, told.hint].filter(Boolean).join('. '));
  }
  return answer;
}
async function change(path, body, method) {
  busy += 1;
  try {
    state = await (await ask(path, body, method)).json();
    await show();
  } catch (error) { say(error.message, true); } finally { busy -= 1; }
}

function words(action) {
  const at = action.target?.point ?? action.from;
  return [action.type.replaceAll('_', ' '), action.key ?? action.direction ?? action.app, at && '(' + Math.round(at.x) + ', ' + Math.round(at.y) + ')', action.text && '\u201c' + action.text + '\u201d', action.count > 1 && 'x' + action.count].filter(Boolean).join(' ');
}
function item(text, remove) {
  const line = document.createElement('li');
  line.append(text + ' ');
  if (remove) {
    const button = document.createElement('button');
    button.textContent = 'Remove';
    button.onclick = remove;
    line.append(button);
  }
  return line;
}
function area(box, kind) {
  const [left, top, right, bottom] = box;
  const element = document.createElement('div');
  element.className = 'area ' + kind;
  const image = find('screen');
  element.style.cssText = 'left:' + (image.offsetLeft + left * image.clientWidth) + 'px;top:' + (image.offsetTop + top * image.clientHeight) + 'px;width:' + (right - left) * image.clientWidth + 'px;height:' + (bottom - top) * image.clientHeight + 'px';
  return element;
}
function drawAreas() {
  for (const old of find('glass').querySelectorAll('.area')) old.remove();
  for (const mask of state.masks) find('glass').append(area(mask, 'mask'));
  if (drawn !== null) find('glass').append(area(drawn, ''));
}
async function show() {
  if (shown !== state.seen) {
    const image = await (await ask('picture/' + state.seen)).blob();
    if (picture !== null) URL.revokeObjectURL(picture);
    picture = URL.createObjectURL(image);
    find('screen').src = picture;
    await find('screen').decode().catch(() => undefined);
    shown = state.seen;
  }
  find('steps').replaceChildren(...state.steps.map(({ action }) => item(words(action))));
  find('milestones').replaceChildren(...state.milestones.map((one) => item(one.subTarget + (one.text === '' ? '' : ': \u201c' + one.text.replaceAll('\\n', ' · ') + '\u201d') + (one.state.length === 0 ? '' : ' [' + one.state.join(', ') + ']') + (one.group === null ? '' : ' (group ' + one.group + ')'), () => change('milestones/' + one.id, undefined, 'DELETE'))));
  if (document.activeElement !== find('instruction')) find('instruction').value = state.instruction;
  drawAreas();
  if (state.end !== null) say('The recording has ended: ' + state.end.status.toUpperCase() + '.');
  else if (mode === 'touch') say((state.activity?.package ?? '') + ' ' + state.steps.length + ' steps');
}
const act = (input, isSecret) => change('act', { seen: shown, input, isSecret: isSecret === true });

function setMode(next) {
  mode = mode === next ? 'touch' : next;
  drawn = null;
  find('marking').setAttribute('aria-pressed', String(mode === 'milestone'));
  find('masking').setAttribute('aria-pressed', String(mode === 'mask'));
  say(mode === 'milestone' ? 'Draw a box around what shows that the sub-target is reached, or press Enter for none.' : mode === 'mask' ? 'Draw a box around what must not be kept.' : '');
  drawAreas();
}
const unit = (event) => {
  const box = find('screen').getBoundingClientRect();
  const share = (value) => Math.min(1, Math.max(0, value));
  return [share((event.clientX - box.left) / box.width), share((event.clientY - box.top) / box.height)];
};
const pixels = ([x, y]) => [Math.min(state.size.width - 1, Math.floor(x * state.size.width)), Math.min(state.size.height - 1, Math.floor(y * state.size.height))];
let down = null;
find('glass').onpointerdown = (event) => {
  event.preventDefault();
  find('glass').setPointerCapture(event.pointerId);
  down = { at: unit(event), time: performance.now() };
};
find('glass').onpointermove = (event) => {
  if (down === null || mode === 'touch') return;
  const [x, y] = unit(event);
  drawn = [Math.min(down.at[0], x), Math.min(down.at[1], y), Math.max(down.at[0], x), Math.max(down.at[1], y)];
  drawAreas();
};
find('glass').onpointerup = (event) => {
  if (down === null) return;
  const { at, time } = down;
  down = null;
  const up = unit(event);
  const durationMs = Math.round(performance.now() - time);
  const isFar = Math.hypot((up[0] - at[0]) * state.size.width, (up[1] - at[1]) * state.size.height) > state.size.width / 40;
  if (mode === 'milestone') openMilestone(isFar ? drawn : null);
  else if (mode === 'mask') { if (isFar) { const box = drawn; setMode('mask'); change('masks', { box }); } }
  else if (isFar) act({ type: 'swipe', from: pixels(at), to: pixels(up), durationMs });
  else if (durationMs >= 500) act({ type: 'long_press', at: pixels(at), durationMs });
  else act({ type: 'tap', at: pixels(at) });
};
async function openMilestone(box) {
  const seen = shown;
  const said = box === null ? { text: '', state: [] } : await (await ask('words/' + seen, { box })).json().catch(() => ({ text: '', state: [] }));
  find('sub-target').value = '';
  find('component').value = said.text;
  find('states').value = said.state.join(', ');
  const dialog = find('milestone');
  dialog.returnValue = 'cancel';
  dialog.onclose = () => {
    setMode(mode);
    if (dialog.returnValue !== 'save' || find('sub-target').value.trim() === '') return;
    const state = find('states').value.split(',').map((one) => one.trim()).filter(Boolean);
    change('milestones', { seen, subTarget: find('sub-target').value, box, text: find('component').value, state, group: find('group').value.trim() || null });
  };
  dialog.showModal();
}
function openEnd() {
  const dialog = find('end');
  dialog.returnValue = 'cancel';
  dialog.onclose = () => {
    if (dialog.returnValue !== 'save') return;
    const status = document.querySelector('[name=status]:checked').value;
    const apps = find('apps').value.split(',').map((one) => one.trim()).filter(Boolean);
    change('end', { status, ...(status === 'impossible' ? { reason: find('reason').value } : {}), apps, notes: find('notes').value });
  };
  dialog.showModal();
}
find('marking').onclick = () => setMode('milestone');
find('masking').onclick = () => setMode('mask');
find('ending').onclick = openEnd;
find('wait').onclick = () => act({ type: 'wait' });
find('typing').onsubmit = (event) => {
  event.preventDefault();
  const text = find('text').value;
  if (text !== '') act({ type: 'text', text }, find('secret').checked);
  find('text').value = '';
};
find('instructing').onsubmit = (event) => { event.preventDefault(); change('instruction', { instruction: find('instruction').value }); };
for (const key of document.querySelectorAll('[data-key]')) key.onclick = () => act({ type: 'key', key: key.dataset.key });
document.onkeydown = (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
  const doing = { m: () => setMode('milestone'), x: () => setMode('mask'), e: openEnd, b: () => act({ type: 'key', key: 'BACK' }), h: () => act({ type: 'key', key: 'HOME' }), w: () => act({ type: 'wait' }), Escape: () => setMode('touch'), Enter: () => mode === 'milestone' && openMilestone(null) }[event.key];
  if (doing === undefined || (event.key === 'Enter' && (mode !== 'milestone' || event.target instanceof HTMLButtonElement))) return;
  event.preventDefault();
  doing();
};
addEventListener('resize', () => state && drawAreas());
change('state').then(() => setInterval(() => {
  // A screen that changes by itself is looked at again, but not while somebody draws on it.
  if (busy === 0 && mode === 'touch' && down === null && state?.end === null && !document.hidden && !document.querySelector('dialog[open]')) change('look', {});
}, 1500));
</script>
</body>
</html>
`;
