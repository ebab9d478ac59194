import { describe, expect, it } from 'vitest'
import { formatSchema, listCalls } from './api-reference-page.tsx'

describe('formatSchema', () => {
  it('formats fields, choices, lists and limits', () => {
    const text = formatSchema(
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

  it('stops at a recursive schema', () => {
    const Tree = { type: 'object', properties: { child: { $ref: '#/components/schemas/Tree' } } }
    expect(
      formatSchema({ $ref: '#/components/schemas/Tree' }, { components: { schemas: { Tree } } }),
    ).toContain('…')
  })
})

it('listCalls reads the access of each call', () => {
  const document = {
    paths: {
      '/api/a': { get: { tags: ['one'], 'x-access': 'anyone' } },
      '/api/b': { post: { 'x-access': ['root'] } },
    },
  }
  expect(
    listCalls(document).map(({ feature, method, access }) => [feature, method, ...access]),
  ).toEqual([
    ['one', 'GET', 'anyone'],
    ['other', 'POST', 'root'],
  ])
})
