/** Draws a sample document, so that the user needs no image. */
export function sampleDocument(side: "front" | "back"): Promise<File> {
  const canvas = document.createElement("canvas");
  canvas.width = 1_600;
  canvas.height = 1_000;
  const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
  const ground = pen.createLinearGradient(0, 0, canvas.width, canvas.height);
  ground.addColorStop(0, "#dfe6f7");
  ground.addColorStop(1, "#c8d9e8");
  pen.fillStyle = ground;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  // The fine lines make the file large enough for a visible progress.
  for (let i = 0; i < 260; i++) {
    pen.strokeStyle = `hsl(${(i * 7) % 360} 45% 60% / 35%)`;
    pen.beginPath();
    for (let x = 0; x <= canvas.width; x += 20)
      pen.lineTo(x, i * 4 + Math.sin(x / 60 + i / 5) * 14);
    pen.stroke();
  }
  pen.fillStyle = "#1c2b4a";
  pen.font = "bold 64px sans-serif";
  pen.fillText(side === "front" ? "IDENTITY CARD" : "REVERSE", 90, 130);
  pen.font = "36px sans-serif";
  if (side === "front") {
    pen.fillStyle = "#8aa0c4";
    pen.fillRect(90, 220, 420, 540);
    pen.fillStyle = "#eef2fb";
    pen.beginPath();
    pen.arc(300, 420, 110, 0, 2 * Math.PI);
    pen.fill();
    pen.beginPath();
    pen.arc(300, 760, 190, Math.PI, 2 * Math.PI);
    pen.fill();
    pen.fillStyle = "#1c2b4a";
    for (const [i, line] of ["SILVA", "ANA", "17 05 1990", "123456789"].entries())
      pen.fillText(line, 600, 300 + i * 110);
  } else {
    for (const [i, line] of ["ISSUED 01 02 2020", "EXPIRES 01 02 2030", "SAO PAULO"].entries())
      pen.fillText(line, 90, 300 + i * 100);
  }
  pen.font = "48px monospace";
  pen.fillText("SAMPLE<<NOT<A<DOCUMENT<<<<<<<<<<<<<<<<<", 90, 920);
  return new Promise((resolve) => {
    canvas.toBlob(
      (blob) => resolve(new File([blob as Blob], `${side}.png`, { type: "image/png" })),
      "image/png",
    );
  });
}
