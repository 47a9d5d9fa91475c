/**
 * The page that shows the phones of a station live: the screen on display, which can be touched, what is said to the phone,
 * and what came of it. One file; asks nothing of any other host; texts are set as text, never as markup.
 */
export const PHONE_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Phones</title>
<style>
  :root { color-scheme: light dark; --line: #8884; --soft: #8882; font: 15px/1.45 system-ui, sans-serif; }
  body { margin: 0; display: grid; grid-template-columns: minmax(14rem, 20rem) auto minmax(18rem, 1fr); height: 100vh; }
  nav, section { overflow: auto; padding: 1rem; }
  nav { border-right: 1px solid var(--line); } section { border-left: 1px solid var(--line); }
  main { display: flex; flex-direction: column; align-items: center; gap: .6rem; padding: 1rem; min-width: 18rem; }
  h1 { font-size: 1.05rem; margin: 0 0 .6rem; }
  button { font: inherit; padding: .3rem .7rem; border: 1px solid var(--line); border-radius: .4rem; background: var(--soft); cursor: pointer; }
  button:hover, button:focus-visible { border-color: currentColor; }
  .phone { display: block; width: 100%; text-align: left; margin-bottom: .4rem; }
  .phone[aria-current="true"] { outline: 2px solid #3b82f6; }
  .phone small { display: block; opacity: .75; overflow-wrap: anywhere; }
  #glass { position: relative; flex: 1; min-height: 0; display: flex; justify-content: center; }
  #screen { max-width: 100%; max-height: calc(100vh - 11rem); border: 1px solid var(--line); border-radius: .8rem; touch-action: none; cursor: crosshair; user-select: none; -webkit-user-drag: none; }
  #mark { position: absolute; width: 1.2rem; height: 1.2rem; margin: -.6rem; border-radius: 50%; background: #ef444499; pointer-events: none; opacity: 0; transition: opacity .8s; }
  form, .keys { display: flex; gap: .4rem; width: 100%; max-width: 26rem; }
  input { font: inherit; flex: 1; min-width: 0; padding: .3rem .5rem; border: 1px solid var(--line); border-radius: .4rem; background: transparent; color: inherit; }
  ol { list-style: none; margin: 0; padding: 0; font: 12.5px/1.5 ui-monospace, monospace; }
  li { padding: .1rem .3rem; overflow-wrap: anywhere; border-bottom: 1px solid var(--soft); }
  li.action { font-weight: 600; } li.oddity { color: #d97706; } li b { display: inline-block; min-width: 5.5rem; opacity: .7; font-weight: inherit; }
  #said { min-height: 1.4em; opacity: .8; text-align: center; }
  code { font-size: 12.5px; overflow-wrap: anywhere; }
  @media (max-width: 60rem) { body { grid-template-columns: 1fr; height: auto; } nav, section { border: 0; } }
</style>
</head>
<body>
<nav aria-label="Phones"><h1>Phones</h1><div id="phones"></div></nav>
<main>
  <div id="said" role="status"></div>
  <div id="glass"><img id="screen" alt="Screen of the phone" draggable="false"><div id="mark"></div></div>
  <form id="typing"><input id="text" placeholder="Type on the phone" aria-label="Text to type" autocomplete="off"><button>Type</button></form>
  <div class="keys"><button data-key="4">Back</button><button data-key="3">Home</button><button data-key="66">Enter</button><button id="reset">Start again</button></div>
  <code id="how"></code>
</main>
<section aria-label="Event log"><h1>What was said and done</h1><ol id="log"></ol></section>
<script>
'use strict';
const token = new URLSearchParams(location.search).get('token');
const headers = token === null ? {} : { authorization: 'Bearer ' + token };
const find = (id) => document.getElementById(id);
let current = null;
let watching = null;
let picture = null;

async function ask(path, body, method) {
  const answer = await fetch(path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).error ?? answer.statusText);
  return answer;
}
const say = (text) => { find('said').textContent = text; };
const guarded = (work) => (...args) => work(...args).catch((error) => say(error.message));

const list = guarded(async () => {
  const { phones } = await (await ask('phones')).json();
  const shown = find('phones');
  shown.replaceChildren(...phones.map((phone) => {
    const button = document.createElement('button');
    button.className = 'phone';
    button.setAttribute('aria-current', String(phone.id === current));
    button.textContent = phone.serial;
    const what = document.createElement('small');
    what.textContent = phone.task + ': ' + phone.instruction;
    button.append(what);
    button.onclick = () => choose(phone.id);
    return button;
  }));
  if (current === null && phones[0]) choose(phones[0].id);
});

function stateOf({ status, instruction, actions, maxActions }) {
  const count = actions + ' of ' + maxActions;
  const again = ' Press \u201cStart again\u201d to go on.';
  switch (status) {
    case 'running': return instruction + ' (' + count + ' actions)';
    case 'over': return 'The agent is done (' + count + ' actions, its end among them).' + again;
    case 'limit': return (actions < maxActions ? 'A limit was met (' + count + ' actions).' : 'No actions left (' + count + ').') + again;
    case 'failed': return 'The recorded world failed (' + count + ' actions).' + again;
    default: return 'The phone is gone.';
  }
}

async function show() {
  const answer = await ask('phones/' + current);
  const phone = await answer.json();
  say(stateOf(phone));
  find('how').textContent = Object.entries(phone.env).map(([name, value]) => name + '=' + value).join(' ') + ' adb shell';
  const image = await (await ask('phones/' + current + '/screen')).blob();
  if (picture !== null) URL.revokeObjectURL(picture);
  picture = URL.createObjectURL(image);
  find('screen').src = picture;
}
const refresh = guarded(show);

function choose(id) {
  current = id;
  watching?.abort();
  watching = new AbortController();
  find('log').replaceChildren();
  list();
  refresh();
  watch(id, watching.signal).catch(() => undefined);
}

async function watch(id, signal) {
  const answer = await fetch('phones/' + id + '/events', { headers, signal });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let held = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    held += value;
    const parts = held.split('\\n\\n');
    held = parts.pop();
    for (const part of parts) {
      const data = part.split('\\n').filter((line) => line.startsWith('data:')).map((line) => line.slice(5).trim()).join('');
      if (data !== '') note(JSON.parse(data));
    }
  }
}

const ODD = new Set(['ignored', 'rejected', 'refused', 'unknown_command', 'unknown_service', 'out_of_bounds', 'limit', 'malformed']);
function words(event) {
  const { action } = event;
  switch (event.kind) {
    case 'command': return event.service;
    case 'action': {
      const at = action.target?.point ?? action.from;
      const what = [action.type, action.key ?? action.direction ?? action.app ?? action.status, at && '(' + Math.round(at.x) + ', ' + Math.round(at.y) + ')', action.text && '\u201c' + action.text + '\u201d', action.count > 1 && 'x' + action.count];
      const came = event.to === event.from ? 'stays on ' + event.from : event.from + ' \u2192 ' + (event.to ?? 'the end');
      return what.filter(Boolean).join(' ') + ': ' + came + (event.transition ? ' (' + event.transition.rule + ')' : '');
    }
    case 'observe': return event.what + ' of ' + event.screen;
    case 'done': return event.exitCode ? 'exit status ' + event.exitCode : null;
    case 'turn': case 'input': return null;
    case 'answer': return event.text;
    case 'finish': return event.status;
    case 'limit': return event.limit + ' ' + event.value;
    case 'failure': return event.message;
    case 'transport': return [event.what, event.detail].filter(Boolean).join(': ');
    default: return event.what ?? '';
  }
}

function note(event) {
  const said = words(event);
  if (said !== null) {
    const line = document.createElement('li');
    const kind = document.createElement('b');
    kind.textContent = event.kind.replaceAll('_', ' ');
    line.className = event.kind === 'action' ? 'action' : ODD.has(event.kind) ? 'oddity' : '';
    line.append(kind, ' ' + String(said).slice(0, 300));
    const log = find('log');
    log.prepend(line);
    while (log.childElementCount > 500) log.lastElementChild.remove();
  }
  if (['action', 'finish', 'limit', 'answer'].includes(event.kind)) refresh();
}

const input = guarded(async (what) => { await ask('phones/' + current + '/input', what); });
const place = (event) => {
  const image = find('screen');
  const box = image.getBoundingClientRect();
  return {
    x: Math.round((event.clientX - box.left) * image.naturalWidth / box.width),
    y: Math.round((event.clientY - box.top) * image.naturalHeight / box.height),
  };
};
let down = null;
find('screen').onpointerdown = (event) => { event.preventDefault(); down = { ...place(event), at: performance.now() }; };
find('screen').onpointerup = (event) => {
  if (down === null) return;
  const up = place(event);
  const far = Math.hypot(up.x - down.x, up.y - down.y) > 20;
  const durationMs = Math.round(performance.now() - down.at);
  if (!far && durationMs < 500) input({ type: 'tap', x: down.x, y: down.y });
  else input({ type: 'swipe', from: [down.x, down.y], to: far ? [up.x, up.y] : [down.x, down.y], durationMs });
  const mark = find('mark');
  const box = find('glass').getBoundingClientRect();
  mark.style.cssText = 'left:' + (event.clientX - box.left) + 'px;top:' + (event.clientY - box.top) + 'px;opacity:1';
  setTimeout(() => { mark.style.opacity = 0; }, 50);
  down = null;
};
find('typing').onsubmit = (event) => {
  event.preventDefault();
  input({ type: 'text', text: find('text').value });
  find('text').value = '';
};
for (const key of document.querySelectorAll('[data-key]')) key.onclick = () => input({ type: 'key', code: Number(key.dataset.key) });
find('reset').onclick = guarded(async () => { await ask('phones/' + current + '/reset', {}); choose(current); });
list();
setInterval(list, 5000);
</script>
</body>
</html>
`;
