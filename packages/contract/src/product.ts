export const productName = 'Vitrine'
export const versionLabel = 'version 6.7'
