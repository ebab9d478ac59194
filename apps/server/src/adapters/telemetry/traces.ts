import { setTimeout as wait } from 'node:timers/promises'
import { defaultTextMapGetter, ROOT_CONTEXT, SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { seconds } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { Telemetry } from './answered.ts'

const shutdownTimeoutMs = seconds(2)

export interface TraceSettings {
  /** Where a collector takes OTLP over HTTP. */
  readonly endpoint: string
  readonly headers: Record<string, string>
  readonly serviceName: string
}

/** One span for each answered request, in the trace of the caller if it names one. */
export function openTraces({ endpoint, headers, serviceName }: TraceSettings, log: Log): Telemetry {
  const exporter = tellingOfOutages(new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers }), log)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('vitrine')
  const callers = new W3CTraceContextPropagator()

  return {
    tell(answered) {
      const end = Date.now()
      const span = tracer.startSpan(
        `${answered.method} ${answered.route}`,
        {
          kind: SpanKind.SERVER,
          startTime: end - answered.milliseconds,
          attributes: {
            'http.request.method': answered.method,
            'http.route': answered.route,
            'http.response.status_code': answered.status,
            'vitrine.request_id': answered.id,
          },
        },
        callers.extract(ROOT_CONTEXT, answered.headers, defaultTextMapGetter),
      )
      if (answered.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(end)
    },
    // A collector that is gone must not keep the server from stopping: what it did not take by then is lost.
    close: () =>
      Promise.race([provider.shutdown().catch(() => undefined), wait(shutdownTimeoutMs, undefined, { ref: false })]),
  }
}

/** One line when a collector goes away, one when it is back: the library itself would drop spans without a word. */
function tellingOfOutages(exporter: SpanExporter, log: Log): SpanExporter {
  let away = false
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.code !== ExportResultCode.SUCCESS
        if (failed && !away)
          log.warn({ err: result.error }, 'the collector can’t be reached: traces are lost meanwhile')
        if (!failed && away) log.info({}, 'the collector takes traces again')
        away = failed
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}
