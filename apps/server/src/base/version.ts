import packageFile from '../../../../package.json' with { type: 'json' }

/** Follows Semantic Versioning; the label that people see in the footer, `versionLabel`, is specified. */
export const productVersion: string = packageFile.version
