import type * as prometheusClient from 'prom-client';
import type { Histogram, Registry } from 'prom-client';

type Prometheus = typeof prometheusClient;

/** Upper bounds of the buckets of durations, in seconds. */
const BUCKETS = [0.005, 0.02, 0.1, 0.5, 2, 10, 60];

/** Name and explanation of a number; units are part of the name. */
export interface MetricName {
  readonly name: string;
  readonly help: string;
}

/** A label, and all values that it may have: what grows with runs or tasks is none. */
export interface MetricLabel<V extends string> {
  readonly label: string;
  readonly values: readonly V[];
}

/**
 * Numbers of a process, as Prometheus reads them. Those of its own are read when they are asked for; one that cannot be read just
 * now is left out.
 */
export class ServerMetrics {
  readonly #prometheus: Prometheus;
  readonly #registry: Registry;
  readonly #durations: Histogram<'operation' | 'status'>;

  private constructor(prometheus: Prometheus) {
    this.#prometheus = prometheus;
    this.#registry = new prometheus.Registry();
    prometheus.collectDefaultMetrics({ register: this.#registry });
    this.#durations = new prometheus.Histogram({
      name: 'touchstone_http_request_duration_seconds',
      help: 'Time until a request had its answer, by operation and status.',
      labelNames: ['operation', 'status'],
      buckets: BUCKETS,
      registers: [this.#registry],
    });
  }

  /** Numbers that nothing was counted in so far; what they are kept with is loaded here, and nowhere else. */
  static async open(): Promise<ServerMetrics> {
    return new ServerMetrics(await import('prom-client'));
  }

  /** Notes that a request has its answer. */
  observeRequest(operation: string, status: number, durationMs: number): void {
    this.#durations.observe({ operation, status: String(status) }, durationMs / 1000);
  }

  /** Adds a number that goes up and down. @param read null where it cannot be told */
  gauge(named: MetricName, read: () => number | null | Promise<number | null>): void {
    const gauge = new this.#prometheus.Gauge({
      ...named,
      registers: [this.#registry],
      collect: async () => {
        const value = await quietly(read);
        if (value === null) gauge.remove();
        else gauge.set(value);
      },
    });
  }

  /** Adds numbers that go up and down, by a label; a value that is not among those read is 0. */
  gauges<V extends string>(
    named: MetricName,
    { label, values }: MetricLabel<V>,
    read: () => ReadonlyMap<V, number> | Promise<ReadonlyMap<V, number>>,
  ): void {
    const gauge = new this.#prometheus.Gauge({
      ...named,
      labelNames: [label],
      registers: [this.#registry],
      collect: async () => {
        gauge.reset();
        const counts = await quietly(read);
        if (counts === null) return;
        for (const value of values) gauge.set({ [label]: value }, counts.get(value) ?? 0);
      },
    });
  }

  /** Adds a number that only grows, kept by whoever counts. */
  counter(named: MetricName, read: () => number): void {
    const counter = new this.#prometheus.Counter({
      ...named,
      registers: [this.#registry],
      collect: () => {
        counter.reset();
        counter.inc(read());
      },
    });
  }

  /** Adds numbers that only grow, by a label. */
  counters<V extends string>(
    named: MetricName,
    { label, values }: MetricLabel<V>,
    read: () => Readonly<Record<V, number>>,
  ): void {
    const counter = new this.#prometheus.Counter({
      ...named,
      labelNames: [label],
      registers: [this.#registry],
      collect: () => {
        counter.reset();
        const counts = read();
        for (const value of values) counter.inc({ [label]: value }, counts[value]);
      },
    });
  }

  /** All of them in the text format of Prometheus. */
  async exposition(): Promise<{ readonly contentType: string; readonly text: string }> {
    return { contentType: this.#registry.contentType, text: await this.#registry.metrics() };
  }
}

async function quietly<T>(read: () => T | Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch {
    return null;
  }
}
