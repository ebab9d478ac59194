import type { FieldErrors } from '@vitrine/contract'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { Failure } from '../base/failure.ts'

/** Makes Fastify validate input and serialize output with the schemas of the contract. */
export function setContractCompilers(app: FastifyInstance): void {
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

/** Parses input by its schema; fails with one message per field. */
export function parseInput<S extends z.ZodType>(schema: S, data: unknown): z.output<S> {
  const parsed = schema.safeParse(data, { error: toDefaultMessage })
  if (!parsed.success) throw createInputFailure(parsed.error)
  return parsed.data
}

/** The message of an issue for which the contract has none. */
function toDefaultMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'This is missing.'
  if (issue.code === 'invalid_type') return `This must be of type ${issue.expected}.`
  if (issue.code === 'invalid_value') return `This must be one of: ${issue.values.join(', ')}.`
  if (issue.code === 'unrecognized_keys')
    return `Unknown: ${issue.keys.join(', ')}. Please check the spelling or leave it out.`
  if (issue.code === 'too_big') return `This is too large: at most ${issue.maximum}.`
  if (issue.code === 'too_small') return `This is too small: at least ${issue.minimum}.`
  return undefined
}

/** Replaces the issue of a union by those of the member that matches best. */
function flattenUnion(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const getIssueDepth = (issues: readonly z.core.$ZodIssue[]) =>
    Math.max(...issues.map(({ path }) => path.length))
  // The deeper an issue is, the more of the member matches.
  const [issuesOfBestMember = []] = issue.errors.toSorted(
    (a, b) => getIssueDepth(b) - getIssueDepth(a),
  )
  return issuesOfBestMember
    .map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
    .flatMap(flattenUnion)
}

function createInputFailure(error: z.ZodError): Failure {
  const fields: FieldErrors['fields'] = {}
  for (const issue of error.issues.flatMap(flattenUnion)) {
    const field = issue.path.join('.')
    fields[field] ??= issue.message
  }
  const messages = Object.entries(fields).map(([field, problem]) =>
    field ? `${field}: ${problem}` : problem,
  )
  return new Failure('invalid', messages.join(' '), { fields })
}
