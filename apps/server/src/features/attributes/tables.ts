import type { AttributeGroup, AttributeKind, Audience, ItemType } from '@vitrine/contract'
import type { Flag, Generated } from '../../db/tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    /** The catalogue of attributes: the meaning of each key. */
    tag_definition: {
      id: Generated<number>
      type: ItemType
      tag_key: string
      order_key: number
      multiline: Flag
      kind: AttributeKind
      unit: string
      audience: Audience
      /** Where public pages and papers show it. */
      group_name: AttributeGroup
      /** By language, as JSON. */
      labels: string
      /** Values in other languages, as JSON. */
      glossary: Generated<string>
      suggestions: Flag
      /** Whether its values are names, which the spelling correction leaves alone. */
      names: Flag
      retired: Flag
      version: number
    }
  }
}
