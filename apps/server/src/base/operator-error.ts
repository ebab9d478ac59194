/** What the operator has to put right, in a sentence that needs no stack beside it. */
export class OperatorError extends Error {}
