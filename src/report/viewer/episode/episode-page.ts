import type { ReportEpisode } from '../../view/report-episode.js';
import type { ReportVerdict } from '../../view/report-verdict.js';
import { element, replaceChildren } from '../element.js';
import { episodeRoute } from '../list/task-cells.js';
import type { EpisodeRow } from '../model.js';
import type { Page, Viewer } from '../page.js';
import { outcomeSign } from '../parts/outcome-mark.js';
import { runBadge, runName } from '../parts/run-badge.js';
import { EVERYTHING, formatRoute, type Route } from '../route.js';
import { instructionText } from '../task-text.js';
import { stepLabel, stepPlace } from './action-label.js';
import { screenPicture } from './screen-picture.js';
import { stepDetails } from './step-details.js';
import { verdictCard } from './verdict-card.js';

type EpisodeRoute = Extract<Route, { page: 'episode' }>;

/** One episode: what it came to, and every step with its screen. */
export function episodePage(viewer: Viewer, route: EpisodeRoute): Page {
  const { strings } = viewer;
  const row = viewer.model.find(route.run, route.item, route.repeat);
  if (row === null) {
    return {
      title: route.item,
      element: element(
        'section',
        { class: 'episode-page' },
        backLink(viewer),
        element('p', { class: 'empty' }, strings.unknownEpisode),
      ),
      onKey: (event) => event.key === 'Escape' && back(viewer),
    };
  }
  return new EpisodeView(viewer, row, route).page;
}

class EpisodeView {
  readonly page: Page;
  readonly #viewer: Viewer;
  readonly #row: EpisodeRow;
  readonly #film = element('nav', { class: 'film', 'aria-label': '' });
  readonly #stage = element('div', { class: 'stage' });
  readonly #verdict = element('div', { class: 'verdict-part' });
  #episode: ReportEpisode | null = null;
  #step: number;
  #links: HTMLElement[] = [];
  #isGone = false;

  constructor(viewer: Viewer, row: EpisodeRow, route: EpisodeRoute) {
    this.#viewer = viewer;
    this.#row = row;
    this.#step = route.step;
    this.#film.setAttribute('aria-label', viewer.strings.steps);
    this.page = {
      title: `${row.task.task.id} · ${row.run.run.label}`,
      element: element(
        'section',
        { class: 'episode-page' },
        this.#head(),
        this.#verdict,
        element('div', { class: 'player' }, this.#film, this.#stage),
      ),
      mounted: () => void this.#load(),
      onKey: (event) => this.#onKey(event),
      accepts: (next) => this.#accepts(next),
      dispose: () => {
        this.#isGone = true;
      },
    };
  }

  #head(): HTMLElement {
    const { strings, model } = this.#viewer;
    const { task } = this.#row.task;
    return element(
      'header',
      { class: 'episode-head' },
      element(
        'div',
        { class: 'trail' },
        backLink(this.#viewer),
        element('span', { class: 'spring' }),
        this.#neighbourLink(-1, strings.previousEpisode, '←'),
        this.#neighbourLink(1, strings.nextEpisode, '→'),
      ),
      // The words the agent was given, not those of the reader's language.
      element('h1', {}, instructionText(task, this.#row.run.run.language)),
      element(
        'p',
        { class: 'below' },
        runName(this.#row.run),
        ` · ${[task.id, ...task.apps].join(' · ')} · ${strings.repeat} ${this.#row.repeat + 1}`,
      ),
      element(
        'div',
        { class: 'attempts', role: 'group', 'aria-label': strings.otherRepeats },
        this.#row.task.episodes.map((episodes, run) => {
          const view = model.runs[run];
          return (
            view !== undefined &&
            episodes.length > 0 &&
            element(
              'span',
              { class: 'strip' },
              model.runs.length > 1 && runBadge(view),
              episodes.map((episode) => this.#repeatLink(episode)),
            )
          );
        }),
      ),
    );
  }

  #repeatLink(episode: EpisodeRow): HTMLElement {
    const { strings } = this.#viewer;
    const name = strings.cellOf(episode.run.run.label, episode.repeat + 1, strings.outcomes[episode.outcome]);
    return element(
      'a',
      {
        class: `sign-link${episode === this.#row ? ' chosen' : ''}`,
        href: formatRoute(episodeRoute(episode)),
        'aria-label': name,
        'aria-current': episode === this.#row ? 'page' : null,
        title: name,
      },
      outcomeSign(episode.outcome),
    );
  }

  #neighbourLink(by: number, name: string, arrow: string): HTMLElement | null {
    const neighbour = this.#neighbour(by);
    if (neighbour === null) return null;
    return element(
      'a',
      { class: 'button', href: formatRoute(episodeRoute(neighbour)), title: name, 'aria-label': name },
      arrow,
    );
  }

  /** The episode before or after this one in the list it was opened from, else in the report. */
  #neighbour(by: number): EpisodeRow | null {
    const listed = this.#viewer.list.rows;
    const rows = listed.includes(this.#row) ? listed : this.#viewer.model.episodes;
    return rows[rows.indexOf(this.#row) + by] ?? null;
  }

  async #load(): Promise<void> {
    const { archive, strings } = this.#viewer;
    const { stepsAt, verdictAt, otherVerdictAt } = this.#row;
    replaceChildren(this.#stage, element('p', { class: 'empty' }, strings.loading));
    try {
      const [episode, verdict, other] = await Promise.all([
        stepsAt === null ? null : archive.episode(stepsAt),
        verdictAt === null ? null : archive.verdict(verdictAt),
        otherVerdictAt === null ? null : archive.verdict(otherVerdictAt),
      ]);
      if (!this.#isGone) this.#show(episode, verdict, other);
    } catch {
      if (!this.#isGone) replaceChildren(this.#stage, element('p', { class: 'empty' }, strings.cannotRead));
    }
  }

  #show(episode: ReportEpisode | null, verdict: ReportVerdict | null, other: ReportVerdict | null): void {
    const { strings } = this.#viewer;
    replaceChildren(
      this.#verdict,
      verdictCard(this.#row, verdict, other, strings, (step) =>
        formatRoute({ ...episodeRoute(this.#row), step }),
      ),
    );
    this.#episode = episode;
    if (episode === null || episode.steps.length === 0) {
      replaceChildren(this.#stage, element('p', { class: 'empty' }, strings.noSteps));
      return;
    }
    this.#links = episode.steps.map((step, index) => {
      const label = stepLabel(step, strings);
      return element(
        'a',
        { class: 'step', href: formatRoute({ ...episodeRoute(this.#row), step: index }) },
        screenPicture(step, strings, { description: '', isLarge: false }),
        element(
          'span',
          { class: 'step-words' },
          element('span', { class: 'number' }, index + 1),
          element('span', { class: 'label' }, label),
          step.formatError !== null &&
            element('span', { class: 'sign agent_error', 'aria-hidden': 'true' }, '!'),
        ),
      );
    });
    replaceChildren(
      this.#film,
      this.#links,
      episode.omittedSteps > 0 && element('p', { class: 'note' }, strings.omittedSteps(episode.omittedSteps)),
    );
    this.#showStep(Math.min(this.#step, episode.steps.length - 1));
  }

  #showStep(index: number): void {
    const { strings } = this.#viewer;
    const steps = this.#episode?.steps ?? [];
    const step = steps[index];
    if (step === undefined) return;
    this.#links[this.#step]?.removeAttribute('aria-current');
    this.#step = index;
    const link = this.#links[index];
    link?.setAttribute('aria-current', 'step');
    link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    this.#viewer.note({ ...episodeRoute(this.#row), step: index });
    const move = (by: number, name: string, arrow: string): HTMLElement =>
      element(
        'button',
        {
          type: 'button',
          class: 'button',
          'aria-label': name,
          title: name,
          disabled: steps[index + by] === undefined,
          onclick: () => this.#showStep(index + by),
        },
        arrow,
      );
    replaceChildren(
      this.#stage,
      element(
        'div',
        { class: 'picture-part' },
        element(
          'div',
          { class: 'step-bar' },
          move(-1, strings.previousStep, '‹'),
          element('output', { 'aria-live': 'polite' }, stepPlace(steps, index, strings)),
          move(1, strings.nextStep, '›'),
        ),
        screenPicture(step, strings, {
          description: strings.pictureOf(index + 1, stepLabel(step, strings)),
          isLarge: true,
        }),
      ),
      stepDetails(step, steps[index + 1], this.#row.run.run, strings),
    );
  }

  #accepts(next: Route): boolean {
    const isSame =
      next.page === 'episode' &&
      next.run === this.#row.run.run.id &&
      next.item === this.#row.item &&
      next.repeat === this.#row.repeat;
    if (isSame) this.#showStep(next.step);
    return isSame;
  }

  #onKey(event: KeyboardEvent): boolean {
    const isButton = event.target instanceof HTMLButtonElement || event.target instanceof HTMLAnchorElement;
    if (isButton && event.key === 'Enter') return false;
    switch (event.key) {
      case 'j':
      case 'ArrowDown':
      case 'ArrowRight':
        this.#showStep(this.#step + 1);
        return true;
      case 'k':
      case 'ArrowUp':
      case 'ArrowLeft':
        this.#showStep(this.#step - 1);
        return true;
      case 'Home':
        this.#showStep(0);
        return true;
      case 'End':
        this.#showStep((this.#episode?.steps.length ?? 1) - 1);
        return true;
      case 'n':
        return this.#goBeside(1);
      case 'p':
        return this.#goBeside(-1);
      case 'Escape':
        return back(this.#viewer);
      default:
        return false;
    }
  }

  #goBeside(by: number): boolean {
    const neighbour = this.#neighbour(by);
    if (neighbour !== null) {
      this.#viewer.list.active += this.#viewer.list.route.page === 'episodes' ? by : 0;
      this.#viewer.go(episodeRoute(neighbour));
    }
    return true;
  }
}

function back(viewer: Viewer): boolean {
  const { route } = viewer.list;
  viewer.go(route.page === 'overview' ? { page: 'tasks', query: EVERYTHING } : route);
  return true;
}

function backLink(viewer: Viewer): HTMLElement {
  const { route } = viewer.list;
  const href = formatRoute(route.page === 'overview' ? { page: 'tasks', query: EVERYTHING } : route);
  return element('a', { class: 'back', href }, `← ${viewer.strings.back}`);
}
