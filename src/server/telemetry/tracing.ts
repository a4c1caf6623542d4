import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Attributes,
  type Span as OpenSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { type Noted, parseTrace, type Span, type SpanTerms, type Tracing } from "../kernel/trace.ts";

const kinds = { request: SpanKind.SERVER, job: SpanKind.CONSUMER, call: SpanKind.CLIENT };

/** The kernel's `Tracing` over a tracer; which span is under way follows the work through its awaits. */
export function createTracing(tracer: Tracer): Tracing {
  const underWay = new AsyncLocalStorage<OpenSpan>();

  const parentOf = ({ parent, fromOutside = false }: SpanTerms): SpanContext | undefined => {
    if (parent === undefined) return underWay.getStore()?.spanContext();
    const parsed = parseTrace(parent);
    return parsed
      ? {
          ...{ traceId: parsed.traceId, spanId: parsed.spanId, isRemote: fromOutside },
          traceFlags: parsed.sampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
        }
      : undefined;
  };

  return {
    async span(terms, work) {
      const parent = parentOf(terms);
      const open = tracer.startSpan(
        terms.name,
        { kind: kinds[terms.kind], attributes: attributesOf(terms.values ?? {}) },
        parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT,
      );
      const span = spanOver(open);
      try {
        return await underWay.run(open, () => work(span));
      } catch (error) {
        // Its message may hold anything.
        span.fail("thrown");
        throw error;
      } finally {
        open.end();
      }
    },
    current() {
      const open = underWay.getStore();
      if (!open) return null;
      const { traceId, spanId, traceFlags } = open.spanContext();
      return `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`;
    },
  };
}

const spanOver = (open: OpenSpan): Span => ({
  traceId: open.spanContext().traceId,
  note: (values) => void open.setAttributes(attributesOf(values)),
  fail(code) {
    open.setAttribute("error.type", code).setStatus({ code: SpanStatusCode.ERROR, message: code });
  },
});

const attributesOf = (values: Readonly<Record<string, Noted>>): Attributes =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value == null ? [] : [[name, value]])),
  );
