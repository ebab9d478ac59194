import { describe, expect, it } from 'vitest'
import { formatSchema, listCalls } from './api-reference-page.tsx'

const itemReference = { $ref: '#/components/schemas/Item' }

describe('formatSchema', () => {
  it('formats fields with their choices, items, limits and defaults', () => {
    const text = formatSchema(
      {
        type: 'object',
        required: ['role', 'items'],
        properties: {
          role: { type: 'string', enum: ['root', 'admin'] },
          phone: { type: 'string', maxLength: 40, default: '' },
          items: { type: 'array', items: itemReference },
          maybe: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        },
      },
      {
        components: {
          schemas: {
            Item: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
          },
        },
      },
    )
    expect(text).toBe(
      [
        '{',
        '  role: "root" | "admin"',
        '  phone?: string  // at most 40 characters, default ""',
        '  items: {',
        '    id: integer',
        '  }[]',
        '  maybe?: string | null',
        '}',
      ].join('\n'),
    )
  })

  it('cuts a recursive schema', () => {
    const Item = { type: 'object', properties: { child: itemReference } }
    expect(formatSchema(itemReference, { components: { schemas: { Item } } })).toContain('…')
  })
})

it('listCalls lists feature, method and access of each call', () => {
  const calls = listCalls({
    paths: {
      '/api/a': { get: { tags: ['places'], 'x-access': 'anyone' } },
      '/api/b': { post: { 'x-access': ['root'] } },
    },
  })
  expect(calls.map(({ feature, method, access }) => ({ feature, method, access }))).toEqual([
    { feature: 'places', method: 'GET', access: ['anyone'] },
    { feature: 'other', method: 'POST', access: ['root'] },
  ])
})
