/** Whose open tasks. */
export const openTasks = ['mine', 'all'] as const
