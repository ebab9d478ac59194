import type { Log } from '../../base/log.ts'
import type { Config } from '../../config/config.ts'
import type { Telemetry } from './answered.ts'

/** Whoever shall be told of requests. Loaded only when configured: most servers tell nobody. */
export async function openTelemetry({ metrics, traces }: Config['telemetry'], log: Log): Promise<readonly Telemetry[]> {
  const listeners: Telemetry[] = []
  if (traces) listeners.push((await import('./traces.ts')).openTraces(traces, log))
  if (metrics) listeners.push(await (await import('./metrics.ts')).openMetrics(metrics))
  return listeners
}
