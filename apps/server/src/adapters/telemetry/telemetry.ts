import type { Log } from '../../base/log.ts'
import type { Config } from '../../config/config.ts'
import type { HealthFigures } from './metrics.ts'
import type { TelemetrySink } from './telemetry-sink.ts'

/** Opens the configured sinks. Each is loaded only if configured, as most servers have none. */
export async function openTelemetrySinks(
  { metrics, traces }: Config['telemetry'],
  log: Log,
  figures: HealthFigures,
): Promise<readonly TelemetrySink[]> {
  const listeners: TelemetrySink[] = []
  if (traces) listeners.push((await import('./traces.ts')).openTraces(traces, log))
  if (metrics) listeners.push(await (await import('./metrics.ts')).openMetrics(metrics, figures))
  return listeners
}
