import {
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
} from '@opentelemetry/api';
import { TouchstoneError } from '../errors.js';
import { VERSION } from '../version.js';

/** What a span is of: work of this process, a request that it answers, or one that it makes. */
export type SpanOf = 'work' | 'request' | 'call';

const KINDS: Readonly<Record<SpanOf, SpanKind>> = {
  work: SpanKind.INTERNAL,
  request: SpanKind.SERVER,
  call: SpanKind.CLIENT,
};

export interface InSpanOptions {
  readonly of: SpanOf;
  readonly attributes: Attributes;
  /** Headers of a request that may name the span of whoever sent it. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What can be said of a span while it lasts. */
export type OpenSpan = Pick<Span, 'addEvent' | 'setAttributes' | 'updateName'>;

/**
 * Does some work within a span of OpenTelemetry: what is traced within it is below it. The work alone is done where the user
 * has loaded no SDK. Whatever the work throws is noted and thrown on.
 */
export function inSpan<T>(
  name: string,
  { of, attributes, headers }: InSpanOptions,
  work: (span: OpenSpan) => Promise<T>,
): Promise<T> {
  const parent = headers === undefined ? context.active() : propagation.extract(context.active(), headers);
  const tracer = trace.getTracer('touchstone', VERSION);
  return tracer.startActiveSpan(name, { kind: KINDS[of], attributes }, parent, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      const type = error instanceof TouchstoneError ? error.code : 'exception';
      span.setAttribute('error.type', type);
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.message : type });
      throw error;
    } finally {
      span.end();
    }
  });
}
