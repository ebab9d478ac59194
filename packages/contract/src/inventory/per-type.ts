import type { Call } from '../call.ts'
import { type ItemType, type ItemTypes, inventoryTypes, itemTypes } from './types.ts'

type Field = 'collection' | 'paper' | 'pdfVersion'
type FilledTemplate<
  Text extends string,
  Type extends ItemType,
> = Text extends `${infer Before}{${infer Name}}${infer After}`
  ? `${Before}${Name extends Field ? ItemTypes[Type][Name] : Name extends 'Type' ? Capitalize<Type> : Type}${FilledTemplate<After, Type>}`
  : Text

/** Replaces placeholders: 'pdf-{type}/{pdfVersion}' → 'pdf-car/v7'. */
export function fillTemplate<Text extends string, Type extends ItemType>(text: Text, type: Type) {
  const { collection, paper, pdfVersion } = inventoryTypes[type]
  const words = {
    type,
    Type: type.charAt(0).toUpperCase() + type.slice(1),
    collection,
    paper,
    pdfVersion,
  }
  return text.replaceAll(
    /\{(\w+)\}/g,
    (_, name: keyof typeof words) => words[name],
  ) as FilledTemplate<Text, Type>
}

/** Builds a record with a value per item type: '{type}Tags' → `carTags`, `artTags`. */
export const perType = <const Name extends string, Value, Type extends ItemType = ItemType>(
  name: Name,
  create: (type: Type) => Value,
  types = itemTypes as readonly Type[],
) =>
  Object.fromEntries(types.map((type) => [fillTemplate(name, type), create(type)])) as {
    [T in Type as FilledTemplate<Name, T>]: Value
  }

/** Declares a call per item type; name and path contain placeholders. */
export const callPerType = <
  const Name extends string,
  const Path extends Call['path'],
  const Rest extends Omit<Call, 'path'>,
  Type extends ItemType = ItemType,
>(
  name: Name,
  path: Path,
  rest: (descriptor: ItemTypes[Type]) => Rest,
  types?: readonly Type[],
) =>
  perType(
    name,
    (type: Type) => ({ ...rest(inventoryTypes[type]), path: fillTemplate(path, type) }),
    types,
  ) as {
    [T in Type as FilledTemplate<Name, T>]: Rest & { readonly path: FilledTemplate<Path, T> }
  }

type Ability = 'hasQr'
export type TypesWith<A extends Ability> = {
  [Type in ItemType]: ItemTypes[Type][A] extends true ? Type : never
}[ItemType]

export const typesWith = <A extends Ability>(ability: A) =>
  itemTypes.filter((type): type is TypesWith<A> => inventoryTypes[type][ability])
