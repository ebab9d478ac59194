import type { Attribute, ItemDetail } from '@vitrine/contract'

export const item: ItemDetail = {
  id: 101,
  identifier: 'LG-001',
  name: 'Étude',
  description: '',
  type_name: 'art',
  tags: {},
  version: 1,
  public: true,
  picture: null,
  recording: null,
}

export const attribute: Attribute = {
  id: 1,
  tag_key: 'artist',
  order_key: 10,
  multiline: false,
  kind: 'text',
  unit: '',
  audience: 'visitors',
  group: 'facts',
  labels: { en: 'Artist' },
  suggestions: false,
  names: true,
  retired: false,
  version: 1,
}
