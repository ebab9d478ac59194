import { type OpenApiDocument, resolveSchema, type Schema } from './openapi.ts'

const maxDepth = 6

const literal = (value: unknown) => JSON.stringify(value)

function limits(schema: Schema): string {
  const notes = [
    schema.format,
    schema.minLength !== undefined && schema.minLength > 0 && `at least ${schema.minLength} characters`,
    schema.maxLength !== undefined && `at most ${schema.maxLength} characters`,
    schema.default !== undefined && `default ${literal(schema.default)}`,
  ].filter(Boolean)
  return notes.length > 0 ? `  // ${notes.join(', ')}` : ''
}

/** A schema as people who program would note it down: short, in the manner of TypeScript. */
export function schemaText(given: Schema, document: OpenApiDocument, indent = '', depth = 0): string {
  if (depth > maxDepth) return '…'
  const schema = resolveSchema(given, document)
  const inner = (part: Schema, further = indent) => schemaText(part, document, further, depth + 1)

  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map((choice) => inner(choice)))].join(' | ')
  if (schema.allOf) return schema.allOf.map((part) => inner(part)).join(' & ')
  if (schema.type === 'array') {
    const item = schema.items ? inner(schema.items) : 'any'
    return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
  }
  if (schema.properties) {
    const further = `${indent}  `
    const lines = Object.entries(schema.properties).map(([name, property]) => {
      const optional = schema.required?.includes(name) ? '' : '?'
      return `${further}${name}${optional}: ${inner(property, further)}${limits(resolveSchema(property, document))}`
    })
    return `{\n${lines.join('\n')}\n${indent}}`
  }
  if (typeof schema.additionalProperties === 'object') return `{ [name]: ${inner(schema.additionalProperties)} }`
  if (typeof schema.type === 'string') return schema.type
  return schema.type ? schema.type.join(' | ') : 'any'
}
