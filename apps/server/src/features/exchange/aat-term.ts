/** Creates terms of a type in Linked Art from ids of the Art & Architecture Thesaurus. */
export const aatTerm =
  <Type extends string>(type: Type) =>
  (id: number, label: string) => ({ id: `http://vocab.getty.edu/aat/${id}`, type, _label: label })
