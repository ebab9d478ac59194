import { describe, expect, it } from 'vitest'
import { callsIn, schemaText } from './api-reference-page.tsx'

describe('a schema as text', () => {
  it('notes fields, choices, lists and limits', () => {
    const text = schemaText(
      {
        type: 'object',
        required: ['role', 'items'],
        properties: {
          role: { type: 'string', enum: ['root', 'admin'] },
          phone: { type: 'string', maxLength: 40, default: '' },
          items: { type: 'array', items: { $ref: '#/components/schemas/Item' } },
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

  it('ends, even where a schema holds itself', () => {
    const Tree = { type: 'object', properties: { child: { $ref: '#/components/schemas/Tree' } } }
    expect(
      schemaText({ $ref: '#/components/schemas/Tree' }, { components: { schemas: { Tree } } }),
    ).toContain('…')
  })
})

it('reads who may make a call', () => {
  const document = {
    paths: {
      '/api/a': { get: { tags: ['one'], 'x-access': 'anyone' } },
      '/api/b': { post: { 'x-access': ['root'] } },
    },
  }
  expect(
    callsIn(document).map(({ feature, method, access }) => [feature, method, ...access]),
  ).toEqual([
    ['one', 'GET', 'anyone'],
    ['other', 'POST', 'root'],
  ])
})
