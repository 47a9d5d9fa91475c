import type { Table } from '../../metrics/tables/table.js';
import { numberColumns, textColumns } from '../../metrics/tables/columns.js';
import type { Bottleneck } from '../../simulation/bottleneck.js';
import type { Predicted, Prediction } from '../../simulation/predict-run.js';

/** As tables and sentences call them. */
const WORDS: Readonly<Record<Bottleneck, string>> = {
  workers: 'workers',
  endpoint: "the endpoint's limits",
  devices: 'phones',
  queue: 'the queue',
  outages: 'outages of the endpoint',
  away: 'starting and dead workers',
  stragglers: 'the last episodes',
};

/** @param duration writes milliseconds for people */
export function predictionTable(
  predictions: readonly Prediction[],
  duration: (milliseconds: number) => string,
): Table {
  const [first] = predictions;
  // Nobody has simulated others.
  const ofFirst = (first?.workers ?? 1) === 1 ? 'of one worker' : `of ${first?.workers} workers`;
  const rows = predictions.map((prediction) => {
    const { workers, wallMs, tokens, modelUsd, workersUsd, shares, bottleneck } = prediction;
    const { low, high } = wallMs.interval ?? { low: wallMs.mean, high: wallMs.mean };
    const speed = first === undefined ? 1 : first.wallMs.mean / wallMs.mean;
    const unknown = { text: '—', value: null };
    const usd = (cost: Predicted | null) =>
      cost === null ? unknown : { text: cost.mean.toFixed(2), value: cost.mean };
    return [
      { text: String(workers), value: workers },
      { text: duration(wallMs.mean), value: wallMs.mean },
      { text: wallMs.interval === null ? '—' : `${duration(low)} to ${duration(high)}` },
      { text: `${speed.toFixed(1)}×`, value: speed },
      { text: `${(100 * shares.working).toFixed(0)} %`, value: shares.working },
      tokens === null ? unknown : { text: millions(tokens.mean), value: tokens.mean },
      usd(modelUsd),
      usd(workersUsd),
      { text: WORDS[bottleneck] },
    ];
  });
  return {
    id: 'prediction',
    title: 'Predicted',
    columns: [
      ...numberColumns('workers', 'time', '95 % of runs', ofFirst, 'at work', 'tokens', 'model $'),
      ...numberColumns('workers $'),
      ...textColumns('held up by'),
    ],
    rows,
    notes: notesOf(predictions),
  };
}

function millions(tokens: number): string {
  return tokens < 1e6 ? tokens.toFixed(0) : `${(tokens / 1e6).toPrecision(4)} M`;
}

function notesOf(predictions: readonly Prediction[]): string[] {
  const notes: string[] = [];
  const most = Math.max(1, ...predictions.map(({ stepsAHold }) => stepsAHold ?? 1));
  if (most > 1) {
    notes.push(
      `${most} steps of an episode hold the endpoint as one: waits are as long, their pattern is coarser.`,
    );
  }
  for (const { workers, voided, left, stepsAgain, deaths, stops } of predictions) {
    const said = [
      deaths > 0 && `${deaths.toFixed(1)} deaths of workers, ${stepsAgain.toFixed(1)} steps asked for again`,
      voided > 0 && `${voided.toFixed(1)} episodes voided`,
      left > 0 && `${left.toFixed(0)} episodes left by a spent budget`,
      stops > 0 && `stopped ${stops.toFixed(1)} times by an outage, and resumed`,
    ].filter((text) => text !== false);
    if (said.length > 0) notes.push(`${workers}: ${said.join('; ')}.`);
  }
  return notes;
}

/** What holds a run up, and from how many workers on: `1 to 64: more of them would be faster; 1000: …` */
export function bottleneckSentence(predictions: readonly Prediction[]): string {
  const spans: { readonly what: Bottleneck; readonly from: number; to: number }[] = [];
  for (const { workers, bottleneck } of predictions) {
    const last = spans.at(-1);
    if (last?.what === bottleneck) last.to = workers;
    else spans.push({ what: bottleneck, from: workers, to: workers });
  }
  const said = spans.map(
    ({ what, from, to }) => `${from === to ? from : `${from} to ${to}`}: ${ADVICE[what]}`,
  );
  return `By workers: ${said.join('; ')}.`;
}

const ADVICE: Readonly<Record<Bottleneck, string>> = {
  workers: 'more of them would be faster',
  endpoint: "the endpoint's limits hold the run up: a larger limit, not more workers",
  devices: 'phones are what is missing',
  queue: 'the queue hands out too slowly: fewer workers, each with more items at a time',
  outages: 'outages of the endpoint cost most',
  away: 'starting workers and coming back cost most',
  stragglers: 'the last episodes are waited for: more workers help less and less',
};
