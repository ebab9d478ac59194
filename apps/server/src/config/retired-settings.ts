import { defaultGuideBudget, type EnvironmentVariables, isAnthropic } from './environment.ts'

// Explains settings of 6.8 and earlier to operators who still set them. Needed in the next version
// only: remove this file after its release.

interface RetiredSetting {
  /** What replaces the setting, as the end of a sentence that begins with its name. */
  readonly advice: string
  /** Whether ignoring this value would do what the operator wanted to prevent. */
  readonly mustStop?: (value: string, variables: EnvironmentVariables) => boolean
}

const fixedValueAdvice = 'is no longer a setting, because Vitrine’s own value fits everywhere'
const creditAdvice = 'is no longer a setting: the footer leads to the page About Vitrine'
const infoLineAdvice = 'is no longer a setting: tiles of other programs have no info line'

const retiredSettings: Readonly<Record<string, RetiredSetting>> = {
  MAX_CONCURRENT_REQUESTS: { advice: fixedValueAdvice },
  MOST_AT_ONCE: { advice: fixedValueAdvice },
  BODY_TIMEOUT: { advice: fixedValueAdvice },
  DATABASE_TIMEOUT: { advice: fixedValueAdvice },
  AI_TIMEOUT: { advice: fixedValueAdvice },
  AI_FIRST_WORD_TIMEOUT: { advice: fixedValueAdvice },
  TASK_MAIL_HOUR: { advice: 'is no longer a setting: daily mails are sent from 7 o’clock on' },
  TILE_CACHE_SIZE: { advice: 'is no longer a setting: tiles take up to 2 GB in DATA_DIR/cache' },
  CACHE_DIR: {
    advice: 'is no longer a setting: use a link or a mount at DATA_DIR/cache for another disk',
  },
  OTEL_SERVICE_NAME: { advice: 'is no longer a setting: traces name the service vitrine' },
  OTEL_EXPORTER_OTLP_HEADERS_FILE: {
    advice: 'is no longer read: set OTEL_EXPORTER_OTLP_HEADERS itself',
  },
  CREDIT_LABEL: { advice: creditAdvice },
  CREDIT_TEXT: { advice: creditAdvice },
  CREDIT_URL: { advice: creditAdvice },
  CHAT_LOGS_INFO_URL: { advice: infoLineAdvice },
  ASSISTANT_INFO_URL: { advice: infoLineAdvice },
  SEED_MEDIA: { advice: 'is now SEED=texts, the demo without pictures and recordings' },
  AI_PROVIDER: {
    advice:
      'is no longer a setting: with AI_BASE_URL=https://api.anthropic.com Vitrine speaks to Anthropic, ' +
      'with any other address as to OpenAI',
    mustStop: (value, { AI_BASE_URL: address = '' }) =>
      (value === 'anthropic') !== isAnthropic(address),
  },
  BACKUPS: {
    advice: 'is no longer a setting: set BACKUP_KEEP=0 if you want no daily backups',
    mustStop: (value, { BACKUP_KEEP: keep }) => value === 'off' && keep !== '0',
  },
  GUIDE_DAILY_QUESTIONS: {
    advice:
      'is no longer a setting: GUIDE_MODEL_BUDGET alone limits what visitors’ questions may cost',
    mustStop: (
      value,
      { AI_MODEL: model, GUIDE_MODEL_BUDGET: budget = String(defaultGuideBudget) },
    ) => model !== undefined && Number(value) < Number(budget),
  },
}

/** Explains retired settings; a problem stops the start, a warning does not. */
export function explainRetiredSettings(variables: EnvironmentVariables): {
  problems: string[]
  warnings: string[]
} {
  const problems: string[] = []
  const warnings: string[] = []
  for (const [name, { advice, mustStop }] of Object.entries(retiredSettings)) {
    const givenName = [name, `${name}_FILE`].find((variant) => variables[variant] !== undefined)
    if (!givenName) continue
    if (mustStop?.(variables[name] ?? '', variables)) problems.push(`${givenName} ${advice}`)
    else warnings.push(`${givenName} ${advice}. It has no effect; please remove it.`)
  }
  return { problems, warnings }
}

export const isRetiredSetting = (name: string): boolean =>
  Object.hasOwn(retiredSettings, name.replace(/_FILE$/, ''))
