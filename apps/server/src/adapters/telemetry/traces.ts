import { setTimeout as wait } from 'node:timers/promises'
import { defaultTextMapGetter, ROOT_CONTEXT, SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { AlwaysOnSampler, BatchSpanProcessor, ParentBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import { seconds } from '../../clock.ts'
import type { Telemetry } from './answered.ts'

const patience = seconds(2)

export interface TraceSettings {
  /** Where a collector takes OTLP over HTTP. */
  readonly endpoint: string
  readonly headers: Record<string, string>
  readonly serviceName: string
}

/** One span for each answered request, in the trace of the caller if it names one. */
export function openTraces({ endpoint, headers, serviceName }: TraceSettings): Telemetry {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers })
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
    close: () => Promise.race([provider.shutdown().catch(() => undefined), wait(patience, undefined, { ref: false })]),
  }
}
