/** Whether a dialog is open, of any page; one that was closed and still fades out is not. */
export const isDialogOpen = (): boolean => document.querySelector('.bp6-overlay-open .bp6-dialog') !== null
