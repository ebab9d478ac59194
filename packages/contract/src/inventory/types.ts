/** The two kinds of items, each with its museum and its addresses. */
export const inventoryTypes = {
  car: {
    id: 1,
    name: 'Car',
    museum: 'Le Manège',
    inventoryRoute: '/inventory/car',
    factsheetPrefix: '/car/',
    pdfPath: '/api/pdf-car/v7/',
    pdfName: 'A4 One Pager',
    qrPath: null,
    csvFile: 'inventory_le_manege.csv',
  },
  art: {
    id: 2,
    name: 'Artwork',
    museum: 'La Grange',
    inventoryRoute: '/inventory/art',
    factsheetPrefix: '/art/',
    pdfPath: '/api/pdf-art/v6/',
    pdfName: 'A6 Info Card',
    qrPath: '/api/public/art/qr/',
    csvFile: 'inventory_la_grange.csv',
  },
} as const

export type ItemType = keyof typeof inventoryTypes
export const itemTypes = ['car', 'art'] as const satisfies readonly ItemType[]
