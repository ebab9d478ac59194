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
import type { TelemetrySink } from './telemetry-sink.ts'

const shutdownTimeoutMs = seconds(2)

/**
 * Exports one span per answered request to a collector (OTLP over HTTP), in the caller's trace if
 * the request names one.
 */
export function openTraces(endpoint: string, log: Log): TelemetrySink {
  // The library adds the headers in OTEL_EXPORTER_OTLP_HEADERS.
  const exporter = logOutages(new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }), log)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'vitrine' }),
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('vitrine')
  const traceContext = new W3CTraceContextPropagator()

  return {
    record(request) {
      const end = Date.now()
      const span = tracer.startSpan(
        `${request.method} ${request.route}`,
        {
          kind: SpanKind.SERVER,
          startTime: end - request.milliseconds,
          attributes: {
            'http.request.method': request.method,
            'http.route': request.route,
            'http.response.status_code': request.status,
            'vitrine.request_id': request.id,
          },
        },
        traceContext.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter),
      )
      if (request.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(end)
    },
    // An unreachable collector must not delay the shutdown: spans not exported by then are lost.
    close: () =>
      Promise.race([
        provider.shutdown().catch(() => undefined),
        wait(shutdownTimeoutMs, undefined, { ref: false }),
      ]),
  }
}

/**
 * Logs one line when the collector becomes unreachable and one when it is back: the library drops
 * spans silently.
 */
function logOutages(exporter: SpanExporter, log: Log): SpanExporter {
  let isDown = false
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== ExportResultCode.SUCCESS
        if (hasFailed && !isDown)
          log.warn(
            { err: result.error },
            'the collector can’t be reached: traces are lost meanwhile',
          )
        if (!hasFailed && isDown) log.info({}, 'the collector takes traces again')
        isDown = hasFailed
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}
