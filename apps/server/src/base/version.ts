import packageFile from '../../../../package.json' with { type: 'json' }

/**
 * A semantic version. The label in the footer, `versionLabel`, is fixed by the specification
 * instead.
 */
export const productVersion: string = packageFile.version
