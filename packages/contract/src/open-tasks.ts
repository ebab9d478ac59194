/** Filters for open tasks: the caller's, or everybody's. */
export const openTaskFilters = ['mine', 'all'] as const
