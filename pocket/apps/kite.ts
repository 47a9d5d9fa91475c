import { html, Html } from '../html.js';
import { icon, type IconName } from '../icon.js';
import type { MiniApp, Page } from '../mini-app.js';
import { isTold, tap, to, type Target } from '../place.js';
import { field, tool, topBar } from './parts.js';

interface Author {
  readonly name: string;
  readonly about: string;
  readonly colour: string;
  readonly followers: string;
}

const AUTHORS: Readonly<Record<string, Author>> = {
  clay: {
    name: 'Clay & Cove',
    about: 'Small pottery by the sea. Bowls, cups, patience.',
    colour: '#a5603b',
    followers: '2,310',
  },
  mill: {
    name: 'Old Mill Theatre',
    about: 'Plays and concerts in an old water mill.',
    colour: '#7b2d3b',
    followers: '8,042',
  },
  events: {
    name: 'Harborough Events',
    about: 'What is on in town, week by week. 城里的活动。',
    colour: '#c2463f',
    followers: '15,977',
  },
  fern: { name: 'Fern Walks', about: 'Quiet paths, wet boots.', colour: '#3c7a4a', followers: '931' },
};

interface Post {
  readonly id: string;
  readonly by: string;
  readonly time: string;
  readonly text: string;
  readonly likes: number;
  readonly picture: Html;
}

const drawing = (content: string): Html =>
  new Html(`<svg viewBox="0 0 328 180" preserveAspectRatio="xMidYMid slice">${content}</svg>`);

/** Posts of the feed, latest first. */
const POSTS: readonly Post[] = [
  {
    id: 'fog',
    by: 'fern',
    time: '12 min',
    text: 'Fog on the ridge this morning. The path is open again.',
    likes: 38,
    picture: drawing(
      '<rect width="328" height="180" fill="#cfdcd6"/><path d="M0 120 L80 60 L150 118 L220 50 L328 130 V180 H0z" fill="#7fa08f"/><path d="M0 150 Q90 120 170 146 T328 140 V180 H0z" fill="#4e7562"/>',
    ),
  },
  {
    id: 'rehearsal',
    by: 'mill',
    time: '1 h',
    text: 'Last rehearsal of “Tides”. On Friday it is your turn to listen!',
    likes: 204,
    picture: drawing(
      '<rect width="328" height="180" fill="#3a1620"/><path d="M60 0 L20 180 H110z" fill="#a13a4e"/><path d="M268 0 L218 180 H308z" fill="#a13a4e"/><circle cx="164" cy="120" r="34" fill="#f2c46d"/><rect x="128" y="150" width="72" height="12" fill="#d98e3a"/>',
    ),
  },
  {
    id: 'lanterns',
    by: 'events',
    time: '3 h',
    text: 'Lantern festival at Harbour Square, Saturday from dusk. 海港广场灯会，周六黄昏开始。',
    likes: 1180,
    picture: drawing(
      '<rect width="328" height="180" fill="#1f2a4d"/><path d="M40 0v50M110 0v84M190 0v40M270 0v76" stroke="#e7b65a" stroke-width="2"/><rect x="22" y="50" width="36" height="46" rx="14" fill="#e2563f"/><rect x="92" y="84" width="36" height="46" rx="14" fill="#f0a03c"/><rect x="172" y="40" width="36" height="46" rx="14" fill="#e2563f"/><rect x="252" y="76" width="36" height="46" rx="14" fill="#f0a03c"/><path d="M0 156h328v24H0z" fill="#131b36"/>',
    ),
  },
  {
    id: 'kiln',
    by: 'clay',
    time: '5 h',
    text: 'The kiln is cooling down. Forty cups, all of them blue.',
    likes: 96,
    picture: drawing(
      '<rect width="328" height="180" fill="#efe2d4"/><rect x="40" y="70" width="54" height="60" rx="8" fill="#4f7ca8"/><rect x="137" y="70" width="54" height="60" rx="8" fill="#3d658d"/><rect x="234" y="70" width="54" height="60" rx="8" fill="#6b95bd"/><rect x="0" y="130" width="328" height="10" fill="#a5764f"/>',
    ),
  },
];

function postOf(id: string): Post {
  const post = POSTS.find((one) => one.id === id);
  if (post === undefined) throw new Error(`there is no post ${id}`);
  return post;
}

function tabs(now: 'feed' | 'search'): Html {
  const tab = (id: 'feed' | 'search', glyph: IconName, title: string): Html =>
    html`<div
      data-id="tab_${id}"
      aria-selected="${now === id ? 'true' : 'false'}"
      ${now === id ? html`data-press` : tap(to(`kite.${id}`))}
    >
      ${icon(glyph)}<span data-id="tab_title">${title}</span>
    </div>`;
  return html`<nav class="nav" data-id="bottom_navigation">
    ${tab('feed', 'house', 'Home')}${tab('search', 'search', 'Discover')}
  </nav>`;
}

const feed: Page = () => ({
  title: 'Kite, home',
  activity: '.FeedActivity',
  body: html`<header class="bar logo"><h1 data-id="toolbar_title">kite</h1></header>
    <div class="scroll stream" data-scroll data-id="feed">
      ${POSTS.map(
        (post) =>
          html`<article class="post" data-id="post">
            ${byline(post)}
            <div
              class="photo"
              data-id="post_image"
              aria-label="Photo"
              ${tap(to('kite.post', { of: post.id }))}
            >
              ${post.picture}
            </div>
            <p class="said" data-id="post_text" ${tap(to('kite.post', { of: post.id }))}>${post.text}</p>
            <p class="quiet tally" data-id="like_count">${post.likes} likes</p>
          </article>`,
      )}
    </div>
    ${tabs('feed')}`,
});

function byline(post: Post): Html {
  const author = AUTHORS[post.by];
  return html`<div class="byline" data-id="author_row" ${tap(to('kite.profile', { of: post.by }))}>
    <b class="face" data-skip style="background:${author?.colour}">${author?.name.slice(0, 1)}</b>
    <div class="words">
      <span class="strong" data-id="author_name">${author?.name}</span
      ><span class="quiet" data-id="post_time">${post.time}</span>
    </div>
  </div>`;
}

const post: Page = ({ of = '', done = '', ...state }) => {
  const one = postOf(of);
  const isDone = (what: string): boolean => done === what || isTold(state, 'marks', what);
  const liked = isDone('liked');
  const saved = isDone('saved');
  const turn = (what: string): Target =>
    to('kite.post', {
      of,
      ...(isDone(what) && done !== what ? { done, off: what } : { done: done === what ? '' : what }),
    });
  return {
    title: `Post by ${AUTHORS[one.by]?.name}`,
    activity: '.PostActivity',
    body: html`<div class="hero" data-id="post_image" aria-label="Photo">${one.picture}</div>
      <div class="float">${tool('back', 'Navigate up', to('kite.feed'), 'navigate_up')}</div>
      ${byline(one)}
      <p class="large" data-id="post_text">${one.text}</p>
      <div class="strip">
        <button
          class="act ${liked ? 'on' : ''}"
          data-id="like_button"
          aria-label="${liked ? 'Unlike' : 'Like'}"
          aria-selected="${liked ? 'true' : 'false'}"
          ${tap(turn('liked'))}
        >
          ${icon(liked ? 'hearted' : 'heart')}<span data-id="like_count">${one.likes + (liked ? 1 : 0)}</span>
        </button>
        ${
          of === 'lanterns'
            ? html`<button
                  class="act ${saved ? 'on' : ''}"
                  data-id="save_button"
                  aria-label="${saved ? 'Saved' : 'Save post'}"
                  aria-selected="${saved ? 'true' : 'false'}"
                  ${tap(turn('saved'))}
                >
                  ${icon(saved ? 'bookmarked' : 'bookmark')}
                </button>
                <button
                  class="act"
                  data-id="share_button"
                  aria-label="Share"
                  ${tap(to('share.sheet', { what: 'lanterns' }))}
                >
                  ${icon('share')}
                </button>`
            : null
        }
      </div>
      <div class="replies">
        <h2 class="quiet" data-id="comments_label">2 comments</h2>
        <p data-id="comment"><b>Ines</b> Beautiful!</p>
        <p data-id="comment"><b>阿海</b> 太好看了</p>
      </div>`,
  };
};

const profile: Page = ({ of = '', done = '' }) => {
  const author = AUTHORS[of];
  if (author === undefined) throw new Error(`there is no profile ${of}`);
  const following = done === 'followed';
  const own = POSTS.filter((one) => one.by === of);
  return {
    title: author.name,
    activity: '.ProfileActivity',
    body: html`${topBar('', to('kite.feed'))}
      <div class="persona">
        <b class="face" data-skip style="background:${author.colour}">${author.name.slice(0, 1)}</b>
        <div class="words">
          <h1 data-id="profile_name">${author.name}</h1>
          <p class="quiet" data-id="follower_count">${author.followers} followers</p>
        </div>
      </div>
      <p class="about" data-id="profile_about">${author.about}</p>
      <div class="pair">
        <button
          class="button ${following ? 'plain' : ''}"
          data-id="follow_button"
          ${tap(to('kite.profile', { of, done: following ? '' : 'followed' }))}
        >
          ${following ? 'Following' : 'Follow'}
        </button>
        <button class="button plain" data-id="about_button" data-press>About</button>
      </div>
      <div class="mosaic" data-id="post_grid">
        ${own.map((one) => html`<div class="cell" data-id="grid_post" aria-label="Post, ${one.time} ago" ${tap(to('kite.post', { of: one.id }))}>${one.picture}</div>`)}
        <b class="cell" data-skip style="background:${author.colour}"></b><b class="cell pale" data-skip></b
        ><b class="cell" data-skip style="background:${author.colour}"></b><b class="cell pale" data-skip></b>
      </div>`,
  };
};

const SEARCHES: Readonly<Record<string, readonly string[]>> = {
  clay: ['clay & cove', 'pottery'],
  mill: ['old mill theatre'],
  events: ['lantern festival', 'harborough events'],
};

const search: Page = ({ found = '', done = '' }) => {
  const author = AUTHORS[found];
  const texts = Object.entries(SEARCHES).flatMap(([id, words]) =>
    words.map((word): [string, Target] => [word, to('kite.search', { found: id })]),
  );
  return {
    title: 'Discover',
    activity: '.DiscoverActivity',
    keyboard: { layout: 'text', action: 'search' },
    body: html`<div class="searchbar seek">
        ${icon('search')}
        ${field({ id: 'search_field', hint: 'Search people and posts', value: SEARCHES[found]?.[0] ?? '', texts: Object.fromEntries(texts) })}
        ${found === '' ? null : tool('close', 'Clear', to('kite.search'), 'clear')}
      </div>
      ${
        author === undefined
          ? html`<div class="trends">
              ${['#harbour', '#autumn', '#灯会', '#ceramics'].map((word) => html`<span class="trend" data-id="trend">${word}</span>`)}
            </div>`
          : html`<div class="row result" data-id="account" ${tap(to('kite.profile', { of: found, done }))}>
                <b class="face" data-skip style="background:${author.colour}">${author.name.slice(0, 1)}</b>
                <div class="words">
                  <span class="strong" data-id="account_name">${author.name}</span>
                  <p data-id="account_followers">${author.followers} followers</p>
                </div>
                <button
                  class="button ${done === '' ? '' : 'plain'}"
                  data-id="follow_button"
                  ${tap(to('kite.search', { found, done: done === '' ? 'followed' : '' }))}
                >
                  ${done === '' ? 'Follow' : 'Following'}
                </button>
              </div>
              ${
                found === 'events'
                  ? html`<div
                      class="row result"
                      data-id="post_result"
                      ${tap(to('kite.post', { of: 'lanterns' }))}
                    >
                      ${icon('image')}
                      <p class="words cut" data-id="post_text">${postOf('lanterns').text}</p>
                    </div>`
                  : null
              }`
      }
      ${tabs('search')}`,
  };
};

/** Kite: posts of people and places; like, save, follow, share. */
export const kite: MiniApp = {
  id: 'kite',
  name: 'Kite',
  aliases: ['风筝'],
  package: 'com.pocket.kite',
  entry: to('kite.feed'),
  icon: icon('send'),
  colours: ['#6a4bd8', '#ffffff'],
  pages: { 'kite.feed': feed, 'kite.post': post, 'kite.profile': profile, 'kite.search': search },
};
