/** An error for the operator to fix; its message needs no stack trace. */
export class OperatorError extends Error {}
