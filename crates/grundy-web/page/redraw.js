// Lets any module ask for the page to be drawn again without knowing who draws it.

/** @type {() => void} */
let how = () => {};

/** @param {() => void} draw */
export const onRedraw = (draw) => void (how = draw);

export const redraw = () => how();
