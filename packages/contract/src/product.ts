export const productName = 'Vitrine'
export const aboutPath = '/about'
export const versionLabel = 'version 6.7'
