/** Whose open tasks. */
export const openTaskFilters = ['mine', 'all'] as const
