import type { ItemDetail } from '@vitrine/contract'

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
