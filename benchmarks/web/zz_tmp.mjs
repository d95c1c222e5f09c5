import { CollisionMesh, CollisionWorld, init, Mover, Shape } from "halfspace";
await init();
const cells=180; const p=[]; const ix=[];
for (let j=0;j<=cells;++j) for (let i=0;i<=cells;++i){const x=-50+100*i/cells,z=-50+100*j/cells;p.push(32*x,-32*z,32*Math.sin(x/4)*Math.cos(z/5));}
for (let j=0;j<cells;++j) for (let i=0;i<cells;++i){const a=i+(cells+1)*j,b=i+(cells+1)*(j+1),c=b+1,d=a+1; ix.push(a,b,d,b,c,d);}
const mesh=new CollisionMesh(Float32Array.from(p),Uint32Array.from(ix));
const world=new CollisionWorld(); world.placeMesh({id:0,mesh});
const body={shape:process.argv[2]==="capsule"?Shape.capsule(16,12):Shape.box([12,12,28]),offset:[0,0,4]};
const mover=new Mover(world,{position:[0,0,100],stand:body,crouch:body});
for(let i=0;i<64;++i)mover.step();
const start=mover.save();
const frames=2000;
let best=1e9;
for(let r=0;r<30;++r){mover.restore(start);const t=performance.now();
 for(let i=0;i<frames;++i)mover.step({forward:1,yaw:97*(i>>6),jump:i%128===0});
 best=Math.min(best,(performance.now()-t)/frames*1e3);}
console.log(best.toFixed(2),"us", mover.position);
