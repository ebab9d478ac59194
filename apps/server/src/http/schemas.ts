import type { FieldErrors } from '@vitrine/contract'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { Failure } from '../base/failure.ts'

/** Lets Fastify check input and output with the contract's own schemas. */
export function useContractSchemas(app: FastifyInstance): void {
  app.setValidatorCompiler<z.ZodType>(({ schema }) => (data) => {
    try {
      return { value: parseInput(schema, data) }
    } catch (error) {
      return { error: error as Failure }
    }
  })

  // Parsing drops every key that the contract does not declare, so nothing leaks by accident.
  app.setSerializerCompiler<z.ZodType>(
    ({ schema }) =>
      (data) =>
        JSON.stringify(schema.parse(data)),
  )
}

/** What was sent, as the contract has it; anything else fails with a sentence per field. */
export function parseInput<S extends z.ZodType>(schema: S, data: unknown): z.output<S> {
  const parsed = schema.safeParse(data, { error: plainWords })
  if (!parsed.success) throw inputFailure(parsed.error)
  return parsed.data
}

/** For the cases in which the contract has no sentence of its own. */
function plainWords(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'This is missing.'
  if (issue.code === 'invalid_type') return `This must be of type ${issue.expected}.`
  if (issue.code === 'invalid_value') return `This must be one of: ${issue.values.join(', ')}.`
  if (issue.code === 'unrecognized_keys')
    return `Unknown: ${issue.keys.join(', ')}. Please check the spelling or leave it out.`
  if (issue.code === 'too_big') return `This is too large: at most ${issue.maximum}.`
  if (issue.code === 'too_small') return `This is too small: at least ${issue.minimum}.`
  return undefined
}

/** Of several forms that a value may have, the problems of the one that it comes nearest to. */
function withinUnion(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const depth = (issues: readonly z.core.$ZodIssue[]) => Math.max(...issues.map(({ path }) => path.length))
  const [nearest = []] = issue.errors.toSorted((one, other) => depth(other) - depth(one))
  return nearest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })).flatMap(withinUnion)
}

function inputFailure(error: z.ZodError): Failure {
  const fields: FieldErrors['fields'] = {}
  for (const issue of error.issues.flatMap(withinUnion)) {
    const field = issue.path.join('.')
    fields[field] ??= issue.message
  }
  const sentences = Object.entries(fields).map(([field, problem]) => (field ? `${field}: ${problem}` : problem))
  return new Failure('invalid', sentences.join(' '), { fields })
}
