import type { Config } from '../../config.ts'
import type { Log } from '../../log.ts'
import type { Telemetry } from './answered.ts'

/** Whoever shall be told of requests. Loaded only when configured: most servers tell nobody. */
export async function openTelemetry({ metrics, traces }: Config['telemetry'], log: Log): Promise<readonly Telemetry[]> {
  const listeners: Telemetry[] = []
  if (traces) listeners.push((await import('./traces.ts')).openTraces(traces, log))
  if (metrics) listeners.push(await (await import('./metrics.ts')).openMetrics(metrics))
  return listeners
}
