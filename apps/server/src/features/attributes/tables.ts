import type { AttributeGroup, AttributeKind, Audience, ItemType } from '@vitrine/contract'
import type { Flag, Generated } from '../../db/tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    /** The catalogue of attributes, which describes each key. */
    tag_definition: {
      id: Generated<number>
      type: ItemType
      tag_key: string
      order_key: number
      multiline: Flag
      kind: AttributeKind
      unit: string
      audience: Audience
      /** Section of public pages and papers. */
      group_name: AttributeGroup
      /** Labels by language, as JSON. */
      labels: string
      /** Translations of values, as JSON. */
      glossary: Generated<string>
      suggestions: Flag
      /** Whether its values are names, which the spelling correction leaves alone. */
      names: Flag
      retired: Flag
      version: number
    }
  }
}
